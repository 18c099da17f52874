import type { AnyTopic } from '@atrium/contract/topics';
import type { TopicReader } from './topic-reader.ts';
import { createTrafficReader } from './traffic/traffic-reader.ts';

type TopicReaders = { readonly [T in AnyTopic as T['name']]: TopicReader<T> };

/** The one place where the topics of the contract get their readers. */
export function createTopicReaders(dependencies: Parameters<typeof createTrafficReader>[0]): TopicReaders {
  return {
    traffic: createTrafficReader(dependencies),
  };
}
