import type { Access } from '@atrium/contract/access';
import type { AccessOf, BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@atrium/contract/endpoint';
import type { Readable } from 'node:stream';
import type { AnyScope, Scope } from '../scope.ts';
import type { KioskActor, PersonActor, UserActor } from './actor.ts';

/** The origin of a request, as stored with a session. */
export interface Caller {
  readonly address: string;
  readonly userAgent: string;
  /** The raw Cookie header. */
  readonly cookies: string | undefined;
}

/** One request, checked and parsed: everything a handler may use. */
export interface Call<E extends Endpoint> extends Caller {
  readonly actor: ActorFor<AccessOf<E>>;
  readonly scope: ScopeFor<AccessOf<E>>;
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** The If-Match version that the caller has seen; undefined to skip the check. */
  readonly seenVersion: number | undefined;
  /** The media types that the caller prefers, as sent. */
  readonly accept: string | undefined;
  /** Aborts when the caller disconnects. */
  readonly signal: AbortSignal;
  readonly requestId: string;
  readonly reply: Outgoing;
}

/** What a handler adds to its response. */
export interface Outgoing {
  /** Total size of the list; the reply is one page of it. */
  total(count: number): void;
  /** A warning outside of the body, such as an ignored parameter. */
  message(text: string): void;
  /** `Set-Cookie` may be sent several times, any other header once. */
  header(name: string, value: string): void;
}

/** A call that is closed to API clients, such as one about the caller's own session, always has a person. */
export type ActorFor<A extends Access> = A extends { readonly kind: 'session' }
  ? A extends { readonly kiosk: 'only' }
    ? KioskActor
    : A extends { readonly clients: false }
      ? PersonActor
      : UserActor
  : PersonActor | null;
/** Null where a call belongs to no organization. */
export type ScopeFor<A extends Access> = A extends { readonly kind: 'session'; readonly organization: 'bound' }
  ? Scope
  : A extends { readonly kind: 'session'; readonly organization: 'open' }
    ? AnyScope
    : null;

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ReplyOf<E>> | ReplyOf<E>;
/** One part of a multipart form. A file must be read before the next part arrives. */
export type FormPart =
  | { readonly kind: 'file'; readonly name: string; readonly content: AsyncIterable<Uint8Array> }
  | { readonly kind: 'field'; readonly field: string; readonly text: string };

/** For endpoints marked `multipart`. */
export type UploadHandler<E extends Endpoint> = (
  call: Call<E> & { readonly parts: AsyncIterable<FormPart> },
) => Promise<ReplyOf<E>>;
/** For endpoints marked `streamed`: the handler serializes the answer itself, as JSON unless it sets another type. */
export type StreamHandler<E extends Endpoint> = (call: Call<E>) => Promise<Readable | string>;
