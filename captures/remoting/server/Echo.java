// SPDX-License-Identifier: Apache-2.0
// The echo service that Apache Axis exposes as SOAP.
public class Echo {
  public int echoInt(int value) { return value; }
  public String echoString(String value) { return value; }
  public Person echoPerson(Person value) { return value; }
  public String[] echoArray(String[] value) { return value; }
  public Person[] echoPersonArray(Person[] value) { return value; }
}
