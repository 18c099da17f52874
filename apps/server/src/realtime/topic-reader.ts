import type { Capability } from '@atrium/contract/access';
import type { MessageOf, Topic } from '@atrium/contract/topic';
import type { Estate } from '../registry/directory/estate.ts';
import type { Entity, Selection } from '../registry/directory/resolve.ts';
import type { Scope } from '../scope.ts';
import type { Outgoing } from './outgoing.ts';

/** The server side of a topic of the contract: where its messages come from. */
export interface TopicReader<T extends Topic = Topic> {
  /** The series that belong to an entity. A new reading of one of them makes its message due again. */
  readonly series: Pick<Selection, 'measure' | 'countFilter' | 'countApplication'>;
  /** The messages of an organization depend on all of its spaces, and on its alarms. */
  readonly followsWholeOrganization?: true;
  /** Messages depend on whether the organization has these. */
  readonly capabilities?: readonly Capability[];
  /** A room gets at most one message in this many milliseconds. */
  readonly interval?: number;
  /**
   * Yields the message of each of these entities, in their order. They are passed together so that one statement can
   * read all of them; each message is sent as soon as it is yielded.
   */
  read(entities: readonly VisibleEntity[]): AsyncIterable<MessageOf<T>>;
  /** Refuses what an entity in sight does not make visible yet. */
  check?(scope: Scope, entityId: string): Promise<void>;
  /** A message that follows a correction of its number. Those who subscribe later get it as it was. */
  corrected?(message: MessageOf<T>): MessageOf<T>;
  /** Of a message, what subscribers need who have the one before. */
  change?(before: MessageOf<T>, after: MessageOf<T>): MessageOf<T>;
  /** What subscribers are told besides a message that follows another one. */
  news?(before: MessageOf<T>, after: MessageOf<T>): readonly Outgoing[];
  /** The last thing subscribers hear of an entity that was deleted. */
  farewell?(entityId: string): Outgoing;
  /** What someone hears who may no longer follow entities of an organization, or may again. */
  readonly accessNews?: (orgId: string, enabled: boolean) => Outgoing;
}

/** An entity with the series that its subscribers may see. */
export interface VisibleEntity {
  readonly estate: Estate;
  readonly entity: Entity;
  readonly visibility: Visibility;
}

/** What subscribers may see of an organization. */
export type Visibility = Pick<Scope, 'orgId' | 'locationIds' | 'capabilities'>;
