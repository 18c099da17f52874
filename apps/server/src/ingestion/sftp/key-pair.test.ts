import ssh2 from 'ssh2';
import { expect, it } from 'vitest';
import { generateKey } from './key-pair.ts';

it('[I221] a generated key can be read, also where the library has to write another one', () => {
  const { parseKey, generateKeyPairSync } = ssh2.utils;
  let written = 0;
  const pair = generateKey({
    parseKey,
    // The first two are cut, as those are that the library writes wrongly.
    generateKeyPairSync: (kind: 'ed25519') => {
      const made = generateKeyPairSync(kind);
      written += 1;
      return written > 2 ? made : { ...made, private: made.private.replace('KEY-----\n', 'KEY-----\nAAAA') };
    },
  });
  expect(written).toBeGreaterThan(2);
  expect(parseKey(pair.private)).not.toBeInstanceOf(Error);
  for (let n = 0; n < 2_000; n += 1) expect(parseKey(generateKey(ssh2.utils).private)).not.toBeInstanceOf(Error);
});
