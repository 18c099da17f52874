import type { utils as Utils } from 'ssh2';

export interface KeyPair {
  readonly private: string;
  readonly public: string;
}

/** A new key that can be read: of four hundred that the library writes, it does not understand one or two itself. */
export function generateKey(utils: Pick<typeof Utils, 'generateKeyPairSync' | 'parseKey'>): KeyPair {
  for (;;) {
    const pair = utils.generateKeyPairSync('ed25519');
    if (!(utils.parseKey(pair.private) instanceof Error)) return pair;
  }
}
