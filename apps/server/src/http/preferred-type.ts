/**
 * The media type of `Accept` that is preferred among those offered (RFC 9110, 12.5.1): the highest weight, then the range that
 * names it most exactly, then the order of the offer. The first one where no range fits: an answer in another format is more
 * useful than none.
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  if (accept === undefined) return offered[0];
  const ranges = accept.split(',').flatMap(rangeOf);
  let [best, weight, exactness] = [offered[0], 0, 0];
  for (const type of offered) {
    const range = ranges
      .filter((each) => matches(each.type, type))
      .toSorted((a, b) => exactnessOf(b.type) - exactnessOf(a.type))[0];
    if (!range || range.weight < weight) continue;
    const own = exactnessOf(range.type);
    if (range.weight > weight || own > exactness) [best, weight, exactness] = [type, range.weight, own];
  }
  return best;
}

interface MediaRange {
  readonly type: string;
  readonly weight: number;
}

/** None where it cannot be read. */
function rangeOf(text: string): MediaRange[] {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  if (!/^(\*\/\*|[^\s/*]+\/(\*|[^\s/*]+))$/.test(type)) return [];
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(weight) ? [{ type, weight: Number(weight) }] : [];
}

function matches(range: string, type: string): boolean {
  return range === '*/*' || range === type || range === `${type.split('/')[0]}/*`;
}

function exactnessOf(range: string): number {
  if (range === '*/*') return 1;
  return range.endsWith('/*') ? 2 : 3;
}
