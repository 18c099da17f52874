interface Content {
  readonly width: number;
  readonly height: number;
  readonly names: readonly string[];
  /** As they are written. */
  readonly values: readonly string[];
  /** The values are shares themselves: there is no column for them. */
  readonly areShares?: boolean | undefined;
}

export interface PieLayout {
  readonly isListBeside: boolean;
  readonly listWidth: number;
  /** Values are below their names instead of beside them. */
  readonly hasTwoLines: boolean;
  /** The diameter of the ring; 0 where there is no room for one. */
  readonly ringSize: number;
  /** The height of a line of the list. */
  readonly lineHeight: number;
  /** How many lines fit, where the list is longer than its room: a hint below them says how many follow. */
  readonly fitting: number | undefined;
}

const letterWidth = 6.5;
const digitWidth = 8;
const gap = 8;
/** The dot and the gaps around it. */
const restWidth = 10 + 2 * gap;
const shareWidth = 40 + gap;
/** Longer names may be cut. */
const readableLetters = 18;
const [smallestRing, goodRing] = [60, 96];
/** The hint that there are more. */
export const hintHeight = 20;
/** A line, one that can still be hit with a finger, and one of two lines. */
const [defaultLine, minLine, twoLines] = [26, 24, 42];

/**
 * Names come first: the list is below the ring unless there is room for both beside each other. A long list takes room
 * from the ring, and is scrolled only where the ring would become too small.
 */
export function pieLayout({ width, height, names, values, areShares = false }: Content): PieLayout {
  const widthFor = (letters: number) =>
    restWidth +
    (areShares ? 0 : shareWidth) +
    letters * letterWidth +
    Math.max(0, ...values.map(({ length }) => length)) * digitWidth;
  const maxLetters = Math.max(0, ...names.map(({ length }) => length));
  const readable = widthFor(Math.min(maxLetters, readableLetters));
  const hasTwoLines = width < readable;
  const count = names.length;
  const [line, tightLine] = hasTwoLines ? [twoLines, twoLines] : [defaultLine, minLine];

  const ringAbove = (list: number) => Math.min(width, height - list - gap);
  const beside = Math.min(width - readable - gap, height);
  const isCutBelow = count * line > height * 0.45;
  if (
    beside >= smallestRing &&
    (beside >= ringAbove(Math.min(count * line, height * 0.45)) || (isCutBelow && beside >= goodRing))
  )
    return {
      isListBeside: true,
      listWidth: Math.min(widthFor(maxLetters), width - beside - gap),
      hasTwoLines: false,
      ringSize: beside,
      ...linesIn(height, count, defaultLine, minLine),
    };
  const whole = [line, tightLine].map((each) => ringAbove(count * each)).find((ring) => ring >= smallestRing);
  const ringSize = whole ?? (ringAbove(height * 0.45) >= smallestRing ? smallestRing : 0);
  return {
    isListBeside: false,
    listWidth: width,
    hasTwoLines,
    ringSize,
    ...linesIn(height - (ringSize && ringSize + gap), count, line, tightLine),
  };
}

/** Whole lines only, with the hint as the last one. */
function linesIn(
  room: number,
  count: number,
  line: number,
  tightLine: number,
): Pick<PieLayout, 'lineHeight' | 'fitting'> {
  const lineHeight = count * line <= room ? line : tightLine;
  if (count * lineHeight <= room) return { lineHeight, fitting: undefined };
  return { lineHeight, fitting: Math.max(1, Math.floor((room - hintHeight) / lineHeight)) };
}

/** How large a number can be inside of a ring; undefined where it could not be read. */
export function fontSizeInRing(innerRadius: number, text: string): number | undefined {
  const fitting = (2 * innerRadius * 0.85) / (text.length * 0.62);
  return fitting < 9 ? undefined : Math.min(28, innerRadius * 0.43, fitting);
}
