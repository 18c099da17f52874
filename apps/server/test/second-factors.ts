import { addPasskey, finishAuthenticator, startAuthenticator, startPasskey } from '@atrium/contract/second-factor';
import { Secret, TOTP } from 'otpauth';
import type { Client } from './client.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';
import type { World } from './world.ts';

export interface App {
  readonly recoveryCodes: string[];
  /** The current code, or one that many steps later. */
  code(steps?: number): string;
  /** Waits for a code that has not been used yet. */
  nextCode(): string;
}

/** Adds an authenticator app to the account that this client is signed in to. */
export async function addApp(world: World, client: Client): Promise<App> {
  const { secret } = await client.call(startAuthenticator);
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  const code = (steps = 0) => app.generate({ timestamp: world.now().getTime() + steps * 30_000 });
  const { recoveryCodes } = await client.call(finishAuthenticator, { body: { code: code() } });
  const nextCode = () => {
    world.pass({ seconds: 30 });
    return code();
  };
  return { recoveryCodes: recoveryCodes ?? [], code, nextCode };
}

/** Adds a passkey to the account that this client is signed in to. */
export async function addKey(world: World, client: Client, name = 'Laptop') {
  const authenticator = new SoftwareAuthenticator(world.http.publicUrl());
  const answer = authenticator.create(await client.call(startPasskey));
  const { recoveryCodes } = await client.call(addPasskey, { body: { name, answer } });
  return { authenticator, recoveryCodes };
}
