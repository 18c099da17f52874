import type { Access } from '@atrium/contract/access';
import type { AccessOf, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@atrium/contract/endpoint';
import type { Readable } from 'node:stream';
import type { AnyScope, Scope } from '../scope.ts';
import type { PersonActor } from './actor.ts';

/** Where a request comes from, as far as a session keeps it. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  /** The Cookie header as it came. */
  readonly cookies: string | undefined;
}

/** One request, checked and parsed: everything a handler may know. */
export interface Call<E extends Endpoint> extends Caller {
  readonly actor: ActorFor<AccessOf<E>>;
  readonly scope: ScopeFor<AccessOf<E>>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The version of If-Match, which the caller has seen; undefined when any will do. */
  readonly seenVersion: number | undefined;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly reply: Outgoing;
}

/** What a handler adds to its answer. */
export interface Outgoing {
  /** Total size of the list; the reply is one page of it. */
  total(count: number): void;
  /** A remark that does not fit into the answer, such as a parameter that was ignored. */
  message(text: string): void;
  /** `Set-Cookie` may be sent several times, any other header once. */
  header(name: string, value: string): void;
}

export type ActorFor<A extends Access> = A extends { readonly kind: 'session' } ? PersonActor : PersonActor | null;
/** Null where a call belongs to no organization. */
export type ScopeFor<A extends Access> = A extends { readonly kind: 'session'; readonly organization: 'bound' }
  ? Scope
  : A extends { readonly kind: 'session'; readonly organization: 'open' }
    ? AnyScope
    : null;

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>;
/** One part of a multipart form. A file is read before the next part comes. */
export type FormPart =
  | { readonly kind: 'file'; readonly name: string; readonly content: AsyncIterable<Uint8Array> }
  | { readonly kind: 'field'; readonly field: string; readonly text: string };

/** For endpoints marked `multipart`. */
export type UploadHandler<E extends Endpoint> = (
  call: Call<E> & { readonly parts: AsyncIterable<FormPart> },
) => Promise<ReplyOf<E>>;
/** For endpoints marked `streamed`: the handler serializes the answer itself, as JSON unless it sets another type. */
export type StreamHandler<E extends Endpoint> = (call: Call<E>) => Promise<Readable | string>;
