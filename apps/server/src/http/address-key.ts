import { isIP } from 'node:net';

/**
 * The key under which failures of an address are counted: an IPv6 customer owns at least a /64, which counts as one.
 */
export function addressKey(address: string): string {
  const plain = address.toLowerCase().replace(/%.*$/, '');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  switch (isIP(plain)) {
    case 4:
      return plain;
    case 6:
      return `${firstGroups(plain).join(':')}::/64`;
    default:
      return 'unknown';
  }
}

function firstGroups(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => '0');
  const groups = address.includes('::') ? [...start, ...zeros, ...end] : start;
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}
