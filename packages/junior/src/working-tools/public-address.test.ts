import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

test.each(["8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "::ffff:8.8.8.8"])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ["this machine", ["127.0.0.1", "127.8.8.8", "0.0.0.0", "0.1.2.3", "::", "::1"]],
  ["a network of one's own", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12::1", "fec0::1"]],
  ["the link and a cloud's metadata", ["169.254.169.254", "fe80::1", "fe80::1%eth0", "fd00:ec2::254"]],
  ["a provider's network", ["100.64.0.1", "100.127.255.255"]],
  ["nobody in particular", ["224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "ff02::1", "2001:db8::1", "100::1"]],
  ["IPv4 inside IPv6", ["::ffff:127.0.0.1", "::ffff:a00:1", "::7f00:1", "::ffff:0:7f00:1", "64:ff9b::7f00:1", "64:ff9b:1::1"]],
  ["a tunnel", ["2002:7f00:1::", "2001::1"]],
  ["no address at all", ["localhost", "", "8.8.8.8:80", "[::1]", "999.1.1.1"]],
])("%s is not: %j", (_, addresses) => {
  for (const address of addresses) expect([address, isPublicAddress(address)]).toEqual([address, false]);
});
