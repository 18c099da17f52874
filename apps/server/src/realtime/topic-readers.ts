import type { AnyTopic } from '@atrium/contract/topics';
import type { TopicReader } from './topic-reader.ts';
import { createWallReader } from './live-wall/wall-reader.ts';
import { createWaitReader } from './expected-wait/wait-reader.ts';
import { createCounterReader } from './manual-occupancy/counter-reader.ts';
import { createTrafficReader } from './traffic/traffic-reader.ts';

type TopicReaders = { readonly [T in AnyTopic as T['name']]: TopicReader<T> };

/** The one place where the topics of the contract get their readers. */
type Dependencies = Parameters<typeof createTrafficReader>[0] &
  Parameters<typeof createCounterReader>[0] &
  Parameters<typeof createWallReader>[0] &
  Parameters<typeof createWaitReader>[0];

export function createTopicReaders(dependencies: Dependencies): TopicReaders {
  return {
    traffic: createTrafficReader(dependencies),
    'manual-occupancy': createCounterReader(dependencies),
    live: createWallReader(dependencies),
    'expected-wait': createWaitReader(dependencies),
  };
}
