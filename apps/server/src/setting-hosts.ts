import { isIP } from 'node:net';

/** The name or address of a machine. */
export function hostName(value: string): string | undefined {
  if (isIP(value) !== 0) return value;
  const labels = value.split('.');
  // A name that consists only of digits is a mistyped address.
  if (/^\d+$/.test(labels.at(-1) ?? '')) return undefined;
  return value.length <= 253 && labels.every((label) => /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/i.test(label))
    ? value
    : undefined;
}

export function proxies(value: string): string[] | undefined {
  const items = value.split(',').map((item) => item.trim());
  return items.every(isProxy) ? items : undefined;
}

/** In URL notation, so that they can be compared with a URL. */
export function hosts(value: string): string[] | undefined {
  const items = value.split(',').map((item) => item.trim().toLowerCase());
  return items.every(isHost) ? items : undefined;
}

function isHost(item: string): boolean {
  const [, name = '', port = '1'] = /^([^:]+|\[[\da-f:.]+\])(?::(\d{1,5}))?$/.exec(item) ?? [];
  const bare = name.replaceAll(/[[\]]/g, '');
  return (hostName(bare) !== undefined || isIP(bare) === 6) && Number(port) > 0 && Number(port) <= 65_535;
}

function isProxy(item: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(item)) return true;
  const [address = '', prefix, ...rest] = item.split('/');
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  if (bits < 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}
