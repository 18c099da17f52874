import type { MessageOf, Topic } from '@atrium/contract/topic';
import type { Estate } from '../registry/directory/estate.ts';
import type { Entity, Selection } from '../registry/directory/resolve.ts';

/** The server side of a topic of the contract: where its messages come from. */
export interface TopicReader<T extends Topic = Topic> {
  /** The series that belong to an entity. A new reading of one of them makes its message due again. */
  readonly series: Pick<Selection, 'measure' | 'countFilter' | 'countApplication'>;
  /**
   * Yields the message of each of these entities, in their order. They are passed together so that one statement can
   * read all of them; each message is sent as soon as it is yielded.
   */
  read(entities: readonly VisibleEntity[]): AsyncIterable<MessageOf<T>>;
}

/** An entity with the series that its subscribers may see. */
export interface VisibleEntity {
  readonly estate: Estate;
  readonly entity: Entity;
}
