import type * as z from 'zod/mini';

/** What a test says about a value; everything else of it is made up from the schema. */
export type Part<T> = T extends readonly (infer Item)[]
  ? readonly Part<Item>[]
  : T extends object
    ? { [K in keyof T]?: Part<T[K]> }
    : T;

/** As much of zod's description of a schema as a sample needs. */
interface Definition {
  type: string;
  format?: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  in?: z.ZodMiniType;
  items?: z.ZodMiniType[];
  options?: z.ZodMiniType[];
  values?: unknown[];
  entries?: Record<string, unknown>;
}

/** A Monday, in the afternoon of New York. */
export const sampleNow = '2026-03-02T20:00:00.000Z';

const texts: Record<string, string> = {
  name: 'Riverside',
  email: 'ada@example.com',
  userName: 'ada@example.com',
  timezone: 'America/New_York',
  country: 'United States',
  macAddress: '00:11:22:AA:BB:CC',
};

/**
 * A value that fits a schema: what is given of it, and the least of everything else (nulls, one item of a list without
 * items given is none). An optional property is there only if it is given.
 */
export function sample<Schema extends z.ZodMiniType>(schema: Schema, part?: Part<z.output<Schema>>): z.output<Schema> {
  return fill(schema, part, '', 0) as z.output<Schema>;
}

function fill(schema: z.ZodMiniType, part: unknown, key: string, index: number): unknown {
  const definition = schema._zod.def as unknown as Definition;
  switch (definition.type) {
    case 'object':
      return fillObject(definition.shape ?? {}, part, index);
    case 'array':
      return Array.isArray(part) ? part.map((item, at) => fill(definition.element!, item, key, at)) : (part ?? []);
    case 'nullable':
      return part === undefined || part === null ? null : fill(definition.innerType!, part, key, index);
    case 'optional':
      return part === undefined ? undefined : fill(definition.innerType!, part, key, index);
    case 'default':
    case 'prefault':
    case 'readonly':
      return fill(definition.innerType!, part, key, index);
    case 'pipe':
      return fill(definition.in!, part, key, index);
    case 'union':
      return fillUnion(definition.options ?? [], part, key, index);
    case 'tuple':
      return part ?? definition.items?.map((item) => fill(item, undefined, key, index));
    case 'record':
      return part ?? {};
    default:
      return part === undefined ? scalar(definition, key, index) : part;
  }
}

function fillObject(shape: Record<string, z.ZodMiniType>, part: unknown, index: number): Record<string, unknown> {
  const given = (part ?? {}) as Record<string, unknown>;
  const own = Object.keys(shape).find((name) => name.endsWith('Id'));
  const filled = Object.entries(shape).map(([name, schema]): [string, unknown] => [
    name,
    // The first id is the object's own; the others belong to what it refers to.
    fill(schema, given[name], name, name === own ? index : 0),
  ]);
  return Object.fromEntries([...filled.filter(([, value]) => value !== undefined), ...unknownTo(shape, given)]);
}

/** What a schema does not know is kept, for the check of the whole to find. */
function unknownTo(shape: Record<string, z.ZodMiniType>, given: Record<string, unknown>): [string, unknown][] {
  return Object.entries(given).filter(([name]) => !(name in shape));
}

/** The first kind that has everything that is given. */
function fillUnion(options: z.ZodMiniType[], part: unknown, key: string, index: number): unknown {
  const given = Object.keys(typeof part === 'object' && part !== null ? part : {});
  const samples = options.map((option) => ({ option, value: fill(option, part, key, index) }));
  const fits = ({ option, value }: (typeof samples)[number]) => {
    const { success, data } = option.safeParse(value);
    return success && given.every((name) => name in (data as object));
  };
  return (samples.find(fits) ?? samples[0])?.value;
}

function scalar({ type, format, values, entries }: Definition, key: string, index: number): unknown {
  switch (type) {
    case 'string':
      return sampleText(format, key, index);
    case 'number':
      return 1;
    case 'boolean':
      return false;
    case 'literal':
      return values?.[0];
    case 'enum':
      return Object.values(entries ?? {})[0];
    default:
      return null;
  }
}

function sampleText(format: string | undefined, key: string, index: number): string {
  if (format === 'uuid') return sampleId(key, index);
  if (format === 'date') return sampleNow.slice(0, 10);
  if (format === 'datetime' || /(At|Time|time)$/.test(key)) return sampleNow;
  return texts[key] ?? `Some ${key}`;
}

/** The same id for the same property everywhere, so that samples refer to each other. */
export function sampleId(key: string, index = 0): string {
  const hash = Array.from(key).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0xff_ff_ff_ff, 7);
  return `${hash.toString(16).padStart(8, '0')}-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}
