import { type MappingSpec, mappingLimits } from '@atrium/rules/mapping';
import { setImmediate } from 'node:timers/promises';
import { notFound, Refusal } from '../../refusal.ts';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Inbox } from '../inbox.ts';
import { discardGroup, replayGroups } from '../quarantine-store.ts';
import { backfillPriority } from '../todo-store.ts';
import { decodeMapped } from './decode-mapped.ts';
import { readDocument } from './document.ts';
import { type Guess, guessMapping } from './guess.ts';
import { contextIn, routeOf, typeOf } from './mapped-vendor.ts';
import { outlineOf, type OutlineNode } from './outline.ts';
import { type Preview, previewOf } from './preview.ts';
import {
  bodiesOfGroup,
  findSample,
  readAlike,
  readReceived,
  readSamples,
  type Sample,
  waitingGroups,
  type WaitingGroup,
} from './sample-store.ts';
import { type Template, templates } from './templates.ts';

/** Where bodies come from that someone teaches from. */
export interface SampleSource {
  readonly vendor: string;
  /** Null for every device. */
  readonly device: string | null;
}

export type SamplePreview = Pick<Sample, 'sampleId' | 'receivedAt' | 'device'> & { readonly preview: Preview };

/** Everything that teaching a sensor needs of the bodies it sent. */
export interface Teaching {
  guess(body: Buffer, format?: MappingSpec['format']): Guess;
  outline(spec: MappingSpec, body: Buffer): { outline: OutlineNode[]; flaw: string | null };
  preview(orgId: string, spec: MappingSpec, body: Buffer, sample?: Sample): Promise<Preview>;
  /** The last bodies of a source, as a mapping would read them. */
  previewLast(orgId: string, spec: MappingSpec, source: SampleSource): Promise<SamplePreview[]>;
  samples(orgId: string): Promise<Sample[]>;
  sample(orgId: string, sampleId: string): Promise<Sample>;
  /**
   * Reads what waits in quarantine with the version in force: bodies of the mapping's own push URL, and those of another
   * source if one is given. Returns how many bodies went through the pump again.
   */
  reread(
    orgId: string,
    mapping: { code: string; name: string; spec: MappingSpec },
    source?: SampleSource,
  ): Promise<number>;
  /** The push URL of a mapping, without the key. */
  readonly routeOf: (code: string) => string;
  readonly templates: readonly Template[];
}

interface Dependencies {
  readonly registry: Registry;
  readonly directory: Directory;
  readonly inbox: Inbox;
  readonly clock: () => Date;
  readonly wake: () => void;
}

const listed = 50;
const compared = 8;
/** What is read again in one request; a larger group stays. */
const rereadAtOnce = { bodies: 1000, bytes: 32 * 1024 * 1024 };

export function createTeaching({ registry, directory, inbox, clock, wake }: Dependencies): Teaching {
  const previewIn = async (orgId: string, spec: MappingSpec, body: Buffer, sample?: Sample) => {
    const estate = await directory.estate(orgId);
    const speaker = sample && sample.device !== 'unidentified' ? sample.device : null;
    return previewOf(decodeMapped(spec, body, contextIn(estate, speaker, sample?.receivedAt ?? clock())));
  };

  /** As a push of today by the mapping's URL, with the device that the mapping finds in it. */
  const resubmit = async (orgId: string, route: string, spec: MappingSpec, group: WaitingGroup): Promise<number> => {
    const bodies = await registry.system(({ client }) =>
      bodiesOfGroup(client, orgId, group.quarantineId, rereadAtOnce),
    );
    if (!bodies) return 0;
    const estate = await directory.latest(orgId);
    const read = [];
    for (const { receivedAt, body } of bodies) {
      const { flaws, device, carried } = decodeMapped(spec, body, contextIn(estate, group.device, receivedAt));
      // What the mapping cannot read either stays where it is, so the group does.
      if (flaws.length > 0) return 0;
      read.push({ receivedAt, body, device: device ?? (carried ? 'unidentified' : group.device) });
      // Other requests come between: a thousand bodies take a while.
      await setImmediate();
    }
    for (const { receivedAt, body, device } of read) {
      const kept = { orgId, device, receivedAt, body, vendor: route, contentType: typeOf(spec) };
      await inbox.keep({ ...kept, priority: backfillPriority });
    }
    const why = { reason: `Read again as ${route}`, now: clock(), seqs: bodies.map(({ seq }) => seq) };
    await registry.system(async ({ client }) => {
      const discarded = await discardGroup(client, orgId, group.quarantineId, why);
      if (discarded === null) throw new Refusal('conflict', 'This data is being counted again. Try again in a minute.');
    });
    return read.length;
  };

  return {
    guess: guessMapping,
    outline(spec, body) {
      const document = readDocument(body, spec);
      return document.ok ? { outline: outlineOf(document.top), flaw: null } : { outline: [], flaw: document.flaw };
    },
    preview: previewIn,
    async previewLast(orgId, spec, source) {
      const days = [0, 1].map((back) => new Date(clock().getTime() - back * 86_400_000).toISOString().slice(0, 10));
      const { bodyBytes } = mappingLimits;
      const [waiting, received] = await registry.system(async ({ client }) => [
        await readAlike(client, orgId, source, bodyBytes, compared),
        await readReceived(client, orgId, source.vendor, days, bodyBytes, compared),
      ]);
      const last = [...new Map([...received, ...waiting].map((each) => [each.sampleId, each])).values()]
        .filter(({ device }) => source.device === null || device === source.device)
        .toSorted((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime())
        .slice(0, compared);
      return Promise.all(
        last.map(async (sample) => {
          const { sampleId, receivedAt, device, body } = sample;
          return { sampleId, receivedAt, device, preview: await previewIn(orgId, spec, body, sample) };
        }),
      );
    },
    samples: (orgId) => registry.system(({ client }) => readSamples(client, orgId, mappingLimits.bodyBytes, listed)),
    async sample(orgId, sampleId) {
      const found = await registry.system(({ client }) => findSample(client, orgId, sampleId));
      if (!found) throw notFound('The received data');
      return found;
    },
    async reread(orgId, { code, spec }, source) {
      const route = routeOf(code);
      const own = await registry.system(({ client }) => waitingGroups(client, orgId, { vendor: route, device: null }));
      const others =
        source && source.vendor !== route
          ? await registry.system(({ client }) => waitingGroups(client, orgId, source))
          : [];
      // The door decides who speaks: a body whose device was unknown must go through it again.
      const again = own.filter(({ device }) => device !== 'unidentified');
      const today = clock().toISOString().slice(0, 10);
      let count = await registry.system(({ client }) =>
        replayGroups(
          client,
          orgId,
          again.map(({ quarantineId }) => quarantineId),
          today,
        ),
      );
      for (const group of [...own.filter((each) => !again.includes(each)), ...others])
        count += await resubmit(orgId, route, spec, group);
      wake();
      return count;
    },
    routeOf,
    templates,
  };
}
