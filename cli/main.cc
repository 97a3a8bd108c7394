// SPDX-License-Identifier: Apache-2.0
// The program: subcommands, options, exit codes.
int main() {
  return 0;
}
