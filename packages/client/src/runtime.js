/*
 * The client of the Atrium API, for Node 20 and newer and for browsers. It has no dependencies. The table of its calls
 * is added when it is generated: see generate.ts.
 */

/** @typedef {[path: string, reply: 'json' | 'list' | 'text' | 'blob', inBody?: boolean]} CallShape */
/** @typedef {{ signal?: AbortSignal }} CallOptions */
/** @typedef {Record<string, string | number | boolean | string[] | null | undefined>} Input */
/** @typedef {{ path: string, message: string }} Detail */
/** @typedef {{ access_token: string, expires_in: number }} TokenReply */
/**
 * @typedef {object} ClientOptions
 * @property {string} url The address of the installation.
 * @property {string} [clientId]
 * @property {string} [clientSecret]
 * @property {() => Promise<string>} [getToken] In place of id and secret, where those must not be: in a browser.
 * @property {number} [retries] How often a call is repeated that is refused with 429 or 503; 4 when absent.
 * @property {typeof fetch} [fetch] In place of the global one.
 */

/** A call that was refused. `status` is that of HTTP, `code` and `details` are those of the API. */
export class AtriumError extends Error {
  /**
   * @param {number} status
   * @param {{ code?: string, message?: string, err?: string, error?: string, details?: Detail[], requestId?: string }} body
   */
  constructor(status, body) {
    super(body.message ?? body.err ?? `The server answered with the status ${status}.`);
    this.name = 'AtriumError';
    this.status = status;
    this.code = body.code ?? body.error ?? 'unknown';
    this.details = body.details ?? [];
    this.requestId = body.requestId;
  }
}

/** Renewed this long before it ends, so that no call is sent with a token that ends on the way. */
const renewBeforeMs = 60_000;
const longestWaitMs = 120_000;
/** What servers and proxies accept at least. */
const maxAddress = 8000;

/**
 * @param {ClientOptions} options
 * @param {Record<string, CallShape>} calls
 */
export function createCalls(options, calls) {
  const { url, retries = 4, fetch: send = globalThis.fetch } = options;
  const base = url.replace(/\/+$/, '');
  const token = createToken(options, (path, init, signal) => request(path, init, signal));

  /**
   * Sends a request, and again after the time that a busy server names.
   * @param {string} path
   * @param {RequestInit} init
   * @param {AbortSignal | undefined} signal
   */
  async function request(path, init, signal) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await send(`${base}${path}`, signal ? { ...init, signal } : init);
      const isBusy = answer.status === 429 || answer.status === 503;
      if (!isBusy || attempt >= retries) return answer;
      await answer.body?.cancel();
      await pause(waitOf(answer.headers.get('retry-after'), attempt), signal);
    }
  }

  /**
   * @param {CallShape} shape
   * @param {Input} input
   * @param {AbortSignal | undefined} signal
   */
  async function call([path, reply, inBody = false], input, signal) {
    const address = addressOf(path, input);
    const isLong = inBody && address.length > maxAddress;
    const ask = async () => {
      const authorization = `Bearer ${await unlessAborted(token.current(), signal)}`;
      if (!isLong) return request(address, { headers: { authorization } }, signal);
      const headers = { authorization, 'content-type': 'application/json' };
      return request(path, { method: 'POST', headers, body: bodyOf(input) }, signal);
    };
    let answer = await ask();
    if (answer.status === 401 && token.isRenewable) {
      // The secret was renewed, or the clock of this machine is wrong: once more with a new token.
      await answer.body?.cancel();
      token.forget();
      answer = await ask();
    }
    if (!answer.ok) throw await errorOf(answer);
    if (reply === 'text') return answer.text();
    if (reply === 'blob') return answer.blob();
    const body = await answer.json();
    return reply === 'list' ? { rows: body, total: Number(answer.headers.get('x-total-count')) } : body;
  }

  return Object.fromEntries(
    Object.entries(calls).map(([name, shape]) => [
      name,
      /** @param {Input} [input] @param {CallOptions} [more] */
      (input = {}, { signal } = {}) => call(shape, input, signal),
    ]),
  );
}

/**
 * @param {ClientOptions} options
 * @param {(path: string, init: RequestInit, signal: undefined) => Promise<Response>} request
 */
function createToken({ clientId, clientSecret, getToken }, request) {
  if (!getToken && (!clientId || !clientSecret)) {
    throw new TypeError('createClient needs clientId and clientSecret, or getToken.');
  }
  /** @type {Promise<{ value: string, renewAt: number }> | undefined} */
  let known;

  async function fetchToken() {
    const askedAt = Date.now();
    const credentials = {
      grant_type: 'client_credentials',
      client_id: `${clientId}`,
      client_secret: `${clientSecret}`,
    };
    const answer = await request('/oauth/token', { method: 'POST', body: new URLSearchParams(credentials) }, undefined);
    if (!answer.ok) throw await errorOf(answer);
    const { access_token: value, expires_in: seconds } = /** @type {TokenReply} */ (await answer.json());
    return { value, renewAt: askedAt + Math.max(seconds * 1000 - renewBeforeMs, (seconds * 1000) / 2) };
  }

  return {
    isRenewable: !getToken,
    /** Calls at the same time share one request. */
    async current() {
      if (getToken) return getToken();
      known ??= fetchToken();
      const asked = known;
      try {
        const { value, renewAt } = await asked;
        if (Date.now() < renewAt) return value;
      } catch (error) {
        if (known === asked) known = undefined;
        throw error;
      }
      if (known === asked) known = fetchToken();
      return (await known).value;
    },
    forget() {
      known = undefined;
    },
  };
}

/**
 * Parameters that are part of the path go there, all others into the query.
 * @param {string} path
 * @param {Input} input
 */
function addressOf(path, input) {
  const rest = new Map(Object.entries(input));
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = rest.get(name);
    if (value === undefined || value === null || value === '') throw new TypeError(`${name} is required.`);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of rest) {
    if (value === undefined || value === null) continue;
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each));
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

/**
 * What is not null, as in an address.
 * @param {Input} input
 */
function bodyOf(input) {
  return JSON.stringify(Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)));
}

/**
 * Seconds, or the time of an HTTP date; without either, twice as long each time.
 * @param {string | null} retryAfter
 * @param {number} attempt
 */
function waitOf(retryAfter, attempt) {
  const text = retryAfter ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  const wait = Number.isFinite(seconds) ? seconds * 1000 : 1000 * 2 ** attempt;
  return Math.min(Math.max(wait, 0), longestWaitMs);
}

/** @param {number} ms @param {AbortSignal | undefined} signal */
function pause(ms, signal) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const over = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return unlessAborted(over, signal).finally(() => clearTimeout(timer));
}

/**
 * @template T
 * @param {Promise<T>} work
 * @param {AbortSignal | undefined} signal
 * @returns {Promise<T>}
 */
async function unlessAborted(work, signal) {
  if (!signal) return work;
  signal.throwIfAborted();
  /** @type {(() => void) | undefined} */
  let stop;
  const aborted = new Promise((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return /** @type {T} */ (await Promise.race([work, aborted]));
  } finally {
    if (stop) signal.removeEventListener('abort', stop);
    work.catch(() => {});
  }
}

/** @param {Response} answer */
async function errorOf(answer) {
  const text = await answer.text();
  try {
    return new AtriumError(answer.status, JSON.parse(text));
  } catch {
    return new AtriumError(answer.status, {});
  }
}
