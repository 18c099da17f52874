import { BlockList, isIP } from 'node:net';

/** Whether an address is on the open internet: not this machine, not a network behind it, nothing reserved. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, 'ipv4');
    case 6:
      return global.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
    default:
      return false;
  }
}

const reserved = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  reserved.addSubnet(network, bits, 'ipv4');
}
// Inside the global range, but wrapping an IPv4 address (Teredo, 6to4) or for documentation.
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  reserved.addSubnet(network, bits, 'ipv6');
}

/** The only allocated part of IPv6. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** Whether an address belongs to a local network: private or link-local. Names and everything else do not. */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && local.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

const local = new BlockList();
local.addSubnet('10.0.0.0', 8, 'ipv4');
local.addSubnet('172.16.0.0', 12, 'ipv4');
local.addSubnet('192.168.0.0', 16, 'ipv4');
local.addSubnet('169.254.0.0', 16, 'ipv4');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');
