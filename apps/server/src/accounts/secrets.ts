import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';

/** Encrypts what must be shown again (push keys, sensor passwords) with the key of this installation. */
export interface Secrets {
  seal(plain: string): string;
  open(sealed: string): string;
}

/** `key` is 32 bytes, in base64. */
export function createSecrets(encoded: string): Secrets {
  const key = Buffer.from(encoded, 'base64');
  return {
    seal(plain) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
      decipher.setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}

/** The hash a token is looked up by. Tokens have at least 160 random bits, so a plain hash is enough. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const tokenPattern = new RegExp(`^[${alphabet}]{32}$`);

/** Whether `newToken` could have made it. Anything else needs no lookup. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text);
}

/** A random token in 32 characters that are easy to read aloud and type: 160 bits. */
export function newToken(): string {
  return Array.from(randomBytes(32), (byte) => alphabet[byte & 31]).join('');
}
