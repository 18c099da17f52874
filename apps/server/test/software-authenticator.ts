import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

interface Options {
  readonly challenge: string;
}

interface Lies {
  /** The origin that the browser claims. */
  readonly origin?: string;
  /** The site that the authenticator signs for. */
  readonly rpId?: string;
  readonly counter?: number;
  readonly isVerified?: boolean;
  readonly userHandle?: string;
}

/** A passkey of ES256 without a device: creates and signs what a browser would send. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32).toString('base64url');
  counter = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly origin: string;
  private userHandle = '';

  constructor(origin: string) {
    this.origin = origin;
  }

  create(options: Options & { readonly user?: unknown }, lies: Lies = {}) {
    const { id } = (options.user ?? { id: '' }) as { id: string };
    this.userHandle = id;
    const credentialId = Buffer.from(this.id, 'base64url');
    const length = Buffer.from([0, credentialId.length]);
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, this.publicKey()]);
    const authData = Buffer.concat([this.authenticatorData(0x40, lies), attested]);
    // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
    const attestationObject = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
      Buffer.from([authData.length >> 8, authData.length & 255]),
      authData,
    ]);
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', options, lies),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  get(options: Options, lies: Lies = {}) {
    this.counter += 1;
    const authenticatorData = this.authenticatorData(0, lies);
    const clientDataJSON = this.clientData('webauthn.get', options, lies);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), this.keys.privateKey);
    return this.credential({
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: lies.userHandle ?? this.userHandle,
    });
  }

  private credential<Response>(response: Response) {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {}, response };
  }

  private clientData(type: string, { challenge }: Options, { origin = this.origin }: Lies): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }

  private authenticatorData(flags: number, { rpId, counter, isVerified = true }: Lies): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter ?? this.counter);
    const site = createHash('sha256')
      .update(rpId ?? new URL(this.origin).hostname)
      .digest();
    return Buffer.concat([site, Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)]), count]);
  }

  /** COSE: {1: 2, 3: -7, -1: 1, -2: x, -3: y} */
  private publicKey(): Buffer {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }
}
