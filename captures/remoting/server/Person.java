// SPDX-License-Identifier: Apache-2.0
// The bean of the echo service.
public class Person {
  private String name, streetAddress, city, state, zipCode;
  private int age;
  public String getName() { return name; }
  public void setName(String v) { name = v; }
  public int getAge() { return age; }
  public void setAge(int v) { age = v; }
  public String getStreetAddress() { return streetAddress; }
  public void setStreetAddress(String v) { streetAddress = v; }
  public String getCity() { return city; }
  public void setCity(String v) { city = v; }
  public String getState() { return state; }
  public void setState(String v) { state = v; }
  public String getZipCode() { return zipCode; }
  public void setZipCode(String v) { zipCode = v; }
}
