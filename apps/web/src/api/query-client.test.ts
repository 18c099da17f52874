import { MutationObserver, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { type Notice, onNotice } from './notices.ts';
import { createQueryClient } from './query-client.ts';

const heard: Notice[] = [];
let stop: () => void;
beforeEach(() => {
  heard.length = 0;
  stop = onNotice((notice) => heard.push(notice));
});
afterEach(() => stop());

const refused = (status: number, message: string) =>
  new ApiError(status, { code: 'invalid', message, err: message }, '');

const silent = () => new ApiError(0, undefined, 'The server could not be reached.');

async function refuse(): Promise<never> {
  throw refused(400, 'Dashboard must have a name');
}

async function ask(refusal: ApiError): Promise<void> {
  const queryFn = async () => {
    throw refusal;
  };
  const meta = { title: 'Data', fail: 'Unable to get traffic data' };
  await new QueryObserver(createQueryClient(), { queryKey: [refusal.status], queryFn, meta, retry: false }).refetch();
}

describe('[R080] [R079] toasts', () => {
  it('confirm a write that worked', async () => {
    const meta = { title: 'Dashboard', ok: 'Dashboard created successfully', fail: 'Unable to create dashboard' };
    await new MutationObserver(createQueryClient(), { mutationFn: async () => 1, meta }).mutate();
    expect(heard).toEqual([
      { kind: 'toast', tone: 'success', title: 'Dashboard', text: 'Dashboard created successfully' },
    ]);
  });

  it('report a write that failed, with the server’s message', async () => {
    const meta = { title: 'Dashboard', ok: '', fail: 'Unable to create dashboard' };
    const failing = { mutationFn: refuse, meta };
    await expect(new MutationObserver(createQueryClient(), failing).mutate()).rejects.toThrow('must have a name');
    expect(heard).toEqual([
      {
        kind: 'toast',
        tone: 'danger',
        title: 'Dashboard',
        text: 'Unable to create dashboard. Dashboard must have a name',
      },
    ]);
  });

  it('report a read that failed, unless the whole application already reports it', async () => {
    await ask(refused(400, 'No such zone.'));
    await ask(refused(401, 'Sign in.'));
    await ask(refused(502, 'Away.'));
    expect(heard).toMatchObject([{ title: 'Data', text: 'Unable to get traffic data. No such zone.' }]);
  });

  it('[R563] report reads without a response once; a write names what was not done', async () => {
    await ask(silent());
    await ask(silent());
    const said = heard.map((notice) => JSON.stringify(notice));
    expect(heard[0]).toMatchObject({ tone: 'warning', title: 'No connection' });
    // The same message again replaces the first.
    expect(new Set(said).size).toBe(1);

    const meta = { title: 'Location', fail: 'Unable to update location' };
    const mutationFn = () => Promise.reject(silent());
    await expect(new MutationObserver(createQueryClient(), { mutationFn, meta }).mutate()).rejects.toThrow();
    expect(heard.slice(2)).toMatchObject([
      { title: 'Location', text: 'Unable to update location. The server could not be reached.' },
    ]);
  });
});
