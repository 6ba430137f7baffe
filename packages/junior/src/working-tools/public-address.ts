import ipaddr from "ipaddr.js";

/** The part of IPv6 that is given out for the public internet (RFC 4291, IANA); all that is not in it is special. */
const globalIpv6 = ipaddr.IPv6.parseCIDR("2000::/3");

/**
 * Whether an IP address belongs to the public internet: nothing of this machine, of its network, or of a cloud's
 * metadata, also when it is an IPv4 address written as IPv6 or reached through a translation prefix.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || address.match(globalIpv6);
}
