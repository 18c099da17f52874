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

describe('[S35] a public key for file transfer', () => {
  it.each([
    ['ed25519', ed25519],
    ['rsa 2048', rsa(2048)],
    ['rsa 4096', rsa(4096)],
    ['nistp256', `ecdsa-sha2-nistp256 ${wire('ecdsa-sha2-nistp256', 'nistp256', filled(65))}`],
  ])('may be %s', (_kind, key) => {
    expect(readPublicKey(key)).toEqual({ key });
  });

  it('keeps its remark, and is written the same way whatever the white space', () => {
    expect(readPublicKey(`  ${ed25519.replace(' ', '\t ')}  ada@work  laptop \n`)).toEqual({
      key: `${ed25519} ada@work laptop`,
    });
  });

  it('has one spelling: bits that mean nothing are dropped', () => {
    const key = `ecdsa-sha2-nistp256 ${wire('ecdsa-sha2-nistp256', 'nistp256', filled(65))}`;
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const respelled = key.replace(/.(?==$)/, (last) => alphabet[alphabet.indexOf(last) + 1] ?? '');
    expect(respelled).not.toBe(key);
    expect(readPublicKey(respelled)).toEqual({ key });
  });

  it.each([
    ['options', `command="rm -rf /" ${ed25519}`, /must begin with/],
    ['two lines', `${ed25519}\n${ed25519}`, /one line/],
    ['a carriage return', `${ed25519}\r${ed25519}`, /one line/],
    ['a private key', '-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----', /private key/],
    ['an old kind', `ssh-dss ${wire('ssh-dss', filled(20))}`, /must begin with/],
    ['another kind inside', `ssh-ed25519 ${wire('ssh-rsa', filled(32))}`, /not complete/],
    ['half of it', ed25519.slice(0, -8), /not complete/],
    ['no key at all', 'ssh-ed25519', /not complete/],
    ['no base64', 'ssh-ed25519 %%%%', /not complete/],
    ['something behind the key', `ssh-ed25519 ${wire('ssh-ed25519', filled(32), filled(3))}`, /not complete/],
    ['a short key', `ssh-ed25519 ${wire('ssh-ed25519', filled(31))}`, /not complete/],
    ['another curve', `ecdsa-sha2-nistp256 ${wire('ecdsa-sha2-nistp256', 'nistp384', filled(65))}`, /not complete/],
    ['a weak RSA key', rsa(1024), /at least 2048 bits; this one has 1024/],
    ['an endless RSA key', rsa(16_384), /at most 8192/],
    ['nothing', '', /must begin with/],
  ])('is refused with %s', (_what, text, problem) => {
    expect(problemOf(text)).toMatch(problem);
  });
});
