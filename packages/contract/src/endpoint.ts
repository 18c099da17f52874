import type * as z from 'zod/mini';
import type { Access } from './access.ts';

/**
 * One HTTP call of the product. The server binds a handler to it, the web app calls it, the OpenAPI page and the access
 * matrix are generated from it. Parameters in the path are written `{locationId}`.
 */
export interface Endpoint<
  Params extends z.ZodMiniType = z.ZodMiniType,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  A extends Access = Access,
> {
  readonly name: string;
  readonly area: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly aliases?: readonly string[];
  readonly access: A;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** A POST that changes nothing: its body is a question. */
  readonly readsOnly?: true;
  /** The same call with its query as a body, for a query that is too long for an address. */
  readonly inBody?: Endpoint;
  /** The maximum size of the body, if it is more than the default. */
  readonly maxBytes?: number;
  /** Files are sent in a multipart form instead of a body: as many and as large as attachments, or as said here. */
  readonly multipart?: true | { readonly files: number; readonly bytes: number };
  readonly reply: Reply;
  /** Sent as text/plain instead of JSON. */
  readonly plainText?: boolean;
  /** The handler serializes and streams the reply itself; the schema documents it and tests parse it. */
  readonly streamed?: boolean;
  /** Media types that `Accept` may ask for instead of JSON. */
  readonly formats?: readonly string[];
  /** How long a browser may keep a successful reply for its user; without it, not at all. */
  readonly browserSeconds?: number;
  /** A bare array; the total is in `X-Total-Count`. */
  readonly list?: boolean;
}

/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  const A extends Access = Access,
>(endpoint: Endpoint<Params, Query, Body, Reply, A>): Endpoint<Params, Query, Body, Reply, A> {
  return endpoint;
}

export type ParamsOf<E> = E extends Endpoint<infer P, infer _Q, infer _B, infer _R> ? z.output<P> : never;
export type QueryOf<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.output<Q> : never;
export type BodyOf<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.output<B> : never;
export type ReplyOf<E> = E extends Endpoint<infer _P, infer _Q, infer _B, infer R> ? z.output<R> : never;
export type AccessOf<E extends Endpoint> = E['access'];
/** The caller's input: before defaults and coercion. */
export type QueryInput<E> = E extends Endpoint<infer _P, infer Q, infer _B, infer _R> ? z.input<Q> : never;
export type BodyInput<E> = E extends Endpoint<infer _P, infer _Q, infer B, infer _R> ? z.input<B> : never;
