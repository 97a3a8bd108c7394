# SPDX-License-Identifier: Apache-2.0
# The laboratory that every rig records in, to be sourced by a `record` script: two network
# namespaces joined by one veth pair, nothing else reachable, and a capture at the client's
# end. Segments are those of an Ethernet of MTU 1500 because all offloads are off.
#
#   lab_need COMMAND=PACKAGE...   install what is missing (Debian), the laboratory's own tools too
#   lab_install PACKAGE...        install packages
#   lab_npm FOLDER                npm packages by FOLDER's lock file, into RUN/npm
#   lab_up [NAME...]              namespaces, addresses, offloads; the client knows the server
#                                 by these names; a trap removes it all again
#   lab_client / lab_server CMD   run CMD in one of the two namespaces
#   lab_start NAME CMD            start CMD in the server's namespace, to be stopped by the trap
#   lab_capture FILE / lab_stop_capture    dumpcap to pcapng, no drops allowed
#
# RUN is the working folder (logs, bodies, profiles); it is temporary and never committed.

LAB_CLIENT=capaudit-client LAB_SERVER=capaudit-server
LAB_CLIENT_IP=192.0.2.10 LAB_SERVER_IP=192.0.2.80 # RFC 5737: addresses for documentation
LAB_PIDS=() LAB_DUMPCAP=

lab_fail() {
  echo "record: $*" >&2
  exit 1
}

# What every rig runs.
LAB_TOOLS=(python3=python3 node=nodejs npm=npm ip=iproute2 ethtool=ethtool sysctl=procps
  dumpcap=wireshark-common tshark=tshark)

lab_need() {
  local missing=() pair
  for pair in "${LAB_TOOLS[@]}" "$@"; do
    command -v "${pair%%=*}" >/dev/null || missing+=("${pair#*=}")
  done
  [ ${#missing[@]} -eq 0 ] || lab_install "${missing[@]}"
}

lab_install() {
  echo "installing: $*"
  apt-get -o DPkg::Lock::Timeout=300 -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 -qq install -y \
    --no-install-recommends "$@" >/dev/null
}

# Outside the source tree; versions and hashes come from the lock file.
lab_npm() {
  mkdir -p "$RUN/npm"
  cp "$1/package.json" "$1/package-lock.json" "$RUN/npm/"
  (cd "$RUN/npm" && npm ci --ignore-scripts --no-fund --no-audit --silent)
}

lab_down() {
  trap - EXIT INT TERM
  local pid
  for pid in $LAB_DUMPCAP "${LAB_PIDS[@]}"; do
    kill -TERM "$pid" 2>/dev/null || true
  done
  sleep 0.3
  for pid in "${LAB_PIDS[@]}"; do
    kill -KILL -- "-$pid" 2>/dev/null || true # each was started as a process group of its own
  done
  ip netns del $LAB_CLIENT 2>/dev/null || true
  ip netns del $LAB_SERVER 2>/dev/null || true
  rm -rf "/etc/netns/$LAB_CLIENT"
  rmdir /etc/netns 2>/dev/null || true
}

lab_up() {
  [ "$(id -u)" = 0 ] || lab_fail "network namespaces need root"
  ip netns list | grep -q "^$LAB_CLIENT\b" && lab_fail "namespace $LAB_CLIENT exists: another recording?"
  trap 'lab_down' EXIT
  trap 'lab_down; exit 130' INT TERM
  # ip netns binds this file over /etc/hosts for what runs in the client's namespace.
  mkdir -p /etc/netns/$LAB_CLIENT
  echo "$LAB_SERVER_IP ${*:-server.example}" >/etc/netns/$LAB_CLIENT/hosts
  ip netns add $LAB_CLIENT
  ip netns add $LAB_SERVER
  # Fixed, locally administered addresses: captures differ in times only.
  ip link add veth0 netns $LAB_CLIENT address 02:00:00:00:00:10 mtu 1500 type veth \
    peer name veth0 netns $LAB_SERVER address 02:00:00:00:00:80 mtu 1500
  local ns
  for ns in $LAB_CLIENT $LAB_SERVER; do
    ip netns exec $ns sysctl -qw net.ipv6.conf.all.disable_ipv6=1
    ip -n $ns link set lo up
    # One receive queue on one processor: a veth pair would otherwise reorder segments.
    ip netns exec $ns sh -c 'echo 1 >/sys/class/net/veth0/queues/rx-0/rps_cpus'
    ip netns exec $ns ethtool -K veth0 tso off gso off gro off tx off rx off sg off >/dev/null 2>&1
  done
  ip -n $LAB_CLIENT address add $LAB_CLIENT_IP/24 dev veth0
  ip -n $LAB_SERVER address add $LAB_SERVER_IP/24 dev veth0
  ip -n $LAB_CLIENT link set veth0 up
  ip -n $LAB_SERVER link set veth0 up
  for ns in $LAB_CLIENT $LAB_SERVER; do
    ip netns exec $ns ethtool -k veth0 |
      grep -E '^(tcp-segmentation|generic-segmentation|generic-receive)-offload: on' &&
      lab_fail "offloads stay on"
  done
  return 0
}

lab_client() { ip netns exec $LAB_CLIENT "$@"; }
lab_server() { ip netns exec $LAB_SERVER "$@"; }

lab_start() {
  local name=$1
  shift
  setsid ip netns exec $LAB_SERVER "$@" >"$RUN/$name.out" 2>&1 &
  LAB_PIDS+=($!)
}

# Waits until something listens on a TCP port of the server's namespace.
lab_wait_port() {
  local i
  for i in $(seq 300); do
    lab_server ss -Hltn "sport = :$1" | grep -q . && return
    sleep 0.1
  done
  lab_fail "nothing listens on port $1 (see $RUN)"
}

lab_capture() {
  LAB_FILE=$1
  ip netns exec $LAB_CLIENT dumpcap -q -i veth0 -B 64 -w "$LAB_FILE" >"$RUN/dumpcap.out" 2>&1 &
  LAB_DUMPCAP=$!
  local i
  for i in $(seq 100); do
    [ -s "$LAB_FILE" ] && break
    sleep 0.1
  done
  sleep 0.5
  kill -0 $LAB_DUMPCAP 2>/dev/null || lab_fail "dumpcap did not start: $(cat "$RUN/dumpcap.out")"
}

lab_stop_capture() {
  sleep 1 # late ACKs and FINs
  kill -TERM $LAB_DUMPCAP
  wait $LAB_DUMPCAP
  LAB_DUMPCAP=
  grep -q 'received/dropped.*: [0-9]*/0 ' "$RUN/dumpcap.out" ||
    lab_fail "packets were dropped: $(tail -1 "$RUN/dumpcap.out")"
}
