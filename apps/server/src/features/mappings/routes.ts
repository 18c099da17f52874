import {
  createMapping,
  getMapping,
  guessMapping,
  listMappings,
  listMappingSamples,
  listMappingTemplates,
  type MappingPreview,
  type OutlineNode,
  previewMapping,
  restoreMapping,
  retireMapping,
  updateMapping,
} from '@atrium/contract/mappings';
import { mappingLimits, mappingProblems, type MappingSpec } from '@atrium/rules/mapping';
import type { BodyOf, ReplyOf } from '@atrium/contract/endpoint';
import { createPersonLimit } from '../../http/rate-limit.ts';
import type { Http } from '../../http/server.ts';
import {
  createMappings,
  type MappingDependencies,
  type ReceivedBodies,
  type Sample,
  type SampleSource,
} from './mappings.ts';

/** Readings that a mapping would make; instants are epoch seconds. */
interface Preview {
  readonly device: string | null;
  readonly rows: readonly (Omit<MappingPreview['rows'][number], 'from' | 'to'> & { from: number | null; to: number })[];
  readonly total: number;
  readonly flaws: readonly string[];
}

/** What reads bodies as a mapping says. */
export interface Teacher extends ReceivedBodies {
  guess(
    body: Buffer,
    format?: MappingSpec['format'],
  ): { spec: MappingSpec; assumed: readonly ReplyOf<typeof guessMapping>['assumed'][number][] };
  outline(spec: MappingSpec, body: Buffer): { outline: readonly Readonly<OutlineNodeRead>[]; flaw: string | null };
  preview(orgId: string, spec: MappingSpec, body: Buffer, sample?: Sample): Promise<Preview>;
  previewLast(
    orgId: string,
    spec: MappingSpec,
    source: SampleSource,
  ): Promise<{ sampleId: string; device: string; receivedAt: Date; preview: Preview }[]>;
  samples(orgId: string): Promise<Sample[]>;
  readonly templates: readonly { name: string; note: string; spec: MappingSpec; fixture: string }[];
}

type OutlineNodeRead = Omit<OutlineNode, 'path'> & { readonly path: readonly string[] };
type Spec = BodyOf<typeof previewMapping>['spec'];

interface Dependencies extends Omit<MappingDependencies, 'received'> {
  readonly teacher: Teacher;
}

const nothing: Preview = { device: null, rows: [], total: 0, flaws: [] };
const excerptCharacters = 160;

export function bindMappings(http: Http, { teacher, ...dependencies }: Dependencies): void {
  const mappings = createMappings({ ...dependencies, received: teacher });
  // Each reads up to nine bodies.
  const limitReads = createPersonLimit({ most: 240, maxInAll: 2_400 });

  http.bind(listMappings, async ({ scope, reply }) => {
    const rows = await mappings.list(scope);
    reply.total(rows.length);
    return rows;
  });
  http.bind(getMapping, ({ scope, params }) => mappings.open(scope, params.mappingId));
  http.bind(listMappingSamples, async ({ scope, reply }) => {
    const rows = await teacher.samples(scope.orgId);
    reply.total(rows.length);
    return rows.map(({ body, receivedAt, ...sample }) => ({
      ...sample,
      receivedAt: receivedAt.toISOString(),
      bytes: body.length,
      excerpt: body
        .toString('utf8')
        .slice(0, excerptCharacters)
        .replaceAll(/\p{C}+/gu, ' '),
    }));
  });
  http.bind(listMappingTemplates, async ({ reply }) => {
    reply.total(teacher.templates.length);
    return teacher.templates.map(({ spec, ...template }) => ({ ...template, spec: copied(spec) }));
  });

  http.bind(guessMapping, async ({ actor, scope, body: wanted }) => {
    limitReads(actor.userId);
    const { body } = await mappings.bodyOf(scope, wanted);
    const { spec, assumed } = teacher.guess(body, wanted.format);
    const text = body.subarray(0, mappingLimits.bodyBytes).toString('utf8');
    return { text, spec: copied(spec), assumed: [...assumed] };
  });

  http.bind(previewMapping, async ({ actor, scope, body: wanted }) => {
    limitReads(actor.userId);
    const { spec, mappingId } = wanted;
    const { body, sample } = await mappings.bodyOf(scope, wanted);
    const problems = mappingProblems(spec);
    const { outline, flaw } = teacher.outline(spec, body);
    const canRead = problems.length === 0;
    const preview = canRead ? await teacher.preview(scope.orgId, spec, body, sample) : nothing;
    const source = sample ?? (mappingId === undefined ? undefined : await ofMapping(mappingId));
    const last = canRead && source ? await teacher.previewLast(scope.orgId, spec, source) : [];
    return {
      outline: outline.map(({ path, ...node }) => ({ ...node, path: [...path] })),
      flaw,
      problems,
      preview: shown(preview),
      last: last
        .filter(({ sampleId }) => sampleId !== sample?.sampleId)
        .map(({ receivedAt, preview: read, ...rest }) => ({
          ...rest,
          receivedAt: receivedAt.toISOString(),
          preview: shown(read),
        })),
    };

    async function ofMapping(id: string): Promise<SampleSource> {
      return { vendor: (await mappings.open(scope, id)).vendor, device: null };
    }
  });

  http.bind(createMapping, ({ scope, body }) => mappings.create(scope, { ...body, name: body.name?.trim() }));
  http.bind(updateMapping, ({ scope, params, body }) =>
    mappings.update(scope, params.mappingId, { ...body, name: body.name?.trim() }),
  );
  http.bind(restoreMapping, ({ scope, params, body }) => mappings.restore(scope, params.mappingId, body.version));
  http.bind(retireMapping, async ({ scope, params }) => {
    await mappings.retire(scope, params.mappingId);
    return { ok: true } as const;
  });
}

function copied(spec: MappingSpec): Spec {
  return structuredClone(spec) as Spec;
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function shown({ rows, flaws, ...preview }: Preview): MappingPreview {
  return {
    ...preview,
    flaws: [...flaws],
    rows: rows.map((row) => ({ ...row, from: row.from === null ? null : instant(row.from), to: instant(row.to) })),
  };
}
