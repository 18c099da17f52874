import type { MessageOf, Topic } from '@atrium/contract/topic';
import type { Estate } from '../registry/directory/estate.ts';
import type { Entity, Selection } from '../registry/directory/resolve.ts';

/** What the server adds to a topic of the contract: where its messages come from. */
export interface TopicReader<T extends Topic = Topic> {
  /** Which series belong to an entity. A new reading of one of them makes its message due again. */
  readonly series: Pick<Selection, 'measure' | 'countFilter' | 'countApplication'>;
  /**
   * Yields the message of each of these entities, in their order. They come together so that all of them can be read
   * in one statement; each message is sent as soon as it is yielded.
   */
  read(entities: readonly VisibleEntity[]): AsyncIterable<MessageOf<T>>;
}

/** An entity with the series that its subscribers may see. */
export interface VisibleEntity {
  readonly estate: Estate;
  readonly entity: Entity;
}
