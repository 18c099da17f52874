import { describe, expect, it } from 'vitest';
import { readPublicKey } from './sftp-public-key.ts';

const wire = (...fields: (string | number[])[]) => {
  const bytes = fields.flatMap((field) => {
    const content = typeof field === 'string' ? Array.from(field, (c) => c.charCodeAt(0)) : field;
    return [0, 0, content.length >> 8, content.length & 255, ...content];
  });
  return btoa(String.fromCharCode(...bytes));
};
const filled = (length: number) => Array.from({ length }, (_, i) => (i * 7 + 1) % 256);
const rsa = (bits: number) => `ssh-rsa ${wire('ssh-rsa', [1, 0, 1], [0, 128, ...filled(bits / 8 - 1)])}`;
const ed25519 = `ssh-ed25519 ${wire('ssh-ed25519', filled(32))}`;

const problemOf = (text: string) => {
  const read = readPublicKey(text);
  return 'problem' in read ? read.problem : undefined;
};

const oneLine = 'Paste one public key, on one line.';
const incomplete = 'The key is not complete. Paste the whole line.';
const otherKind =
  'The key must begin with ssh-ed25519, ecdsa-sha2-nistp256, ecdsa-sha2-nistp384, ecdsa-sha2-nistp521, ssh-rsa.';

describe('[S35] a public key for file transfer', () => {
  it.each([
    ['ed25519', ed25519],
    ['rsa 2048', rsa(2048)],
    ['rsa 8192', rsa(8192)],
    ['nistp256', `ecdsa-sha2-nistp256 ${wire('ecdsa-sha2-nistp256', 'nistp256', filled(65))}`],
  ])('may be %s', (_kind, key) => {
    expect(readPublicKey(key)).toEqual({ key });
  });

  it('keeps its comment, and is written the same way whatever the whitespace', () => {
    expect(readPublicKey(`  ${ed25519.replace(' ', '\t ')}  ada@work  laptop \n`)).toEqual({
      key: `${ed25519} ada@work laptop`,
    });
  });

  it('has a comment of at most 200 characters', () => {
    expect(readPublicKey(`${ed25519} ${'r'.repeat(201)}`)).toEqual({ key: `${ed25519} ${'r'.repeat(200)}` });
  });

  it('has one spelling: meaningless bits are dropped', () => {
    const key = `ecdsa-sha2-nistp256 ${wire('ecdsa-sha2-nistp256', 'nistp256', filled(65))}`;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const respelled = key.replace(/.(?==$)/, (last) => alphabet[alphabet.indexOf(last) + 1] ?? '');
    expect(respelled).not.toBe(key);
    expect(readPublicKey(respelled)).toEqual({ key });
  });

  it.each([
    ['options', `command="rm -rf /" ${ed25519}`, otherKind],
    ['two lines', `${ed25519}\n${ed25519}`, oneLine],
    ['a carriage return', `${ed25519}\r${ed25519}`, oneLine],
    [
      'a private key',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----',
      'This is a private key. Paste the public key instead.',
    ],
    ['an old kind', `ssh-dss ${wire('ssh-dss', filled(20))}`, otherKind],
    ['another kind inside', `ssh-ed25519 ${wire('ssh-rsa', filled(32))}`, incomplete],
    ['half of it', ed25519.slice(0, -8), incomplete],
    ['no key at all', 'ssh-ed25519', incomplete],
    ['no base64', 'ssh-ed25519 %%%%', incomplete],
    ['something behind the key', `ssh-ed25519 ${wire('ssh-ed25519', filled(32), filled(3))}`, incomplete],
    ['a short key', `ssh-ed25519 ${wire('ssh-ed25519', filled(31))}`, incomplete],
    ['another curve', `ecdsa-sha2-nistp256 ${wire('ecdsa-sha2-nistp256', 'nistp384', filled(65))}`, incomplete],
    ['a weak RSA key', rsa(1024), 'An RSA key needs at least 2048 bits; this one has 1024.'],
    ['an endless RSA key', rsa(8200), 'An RSA key may have at most 8192 bits.'],
    [
      'a point of half a curve',
      `ecdsa-sha2-nistp256 ${wire('ecdsa-sha2-nistp256', 'nistp256', filled(64))}`,
      incomplete,
    ],
    ['nothing', '', otherKind],
  ])('is refused with %s', (_what, text, problem) => {
    expect(problemOf(text)).toBe(problem);
  });
});
