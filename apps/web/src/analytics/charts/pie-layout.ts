interface Content {
  readonly width: number;
  readonly height: number;
  readonly names: readonly string[];
  /** As they are written. */
  readonly values: readonly string[];
}

export interface PieLayout {
  readonly isListBeside: boolean;
  readonly listWidth: number;
  /** Values are below their names instead of beside them. */
  readonly hasTwoLines: boolean;
  /** The diameter of the ring; 0 where there is no room for one. */
  readonly ringSize: number;
  /** The list is longer than its room. */
  readonly isListScrolled: boolean;
}

const letterWidth = 6.5;
const digitWidth = 8;
/** The dot, the share and the gaps between all of them. */
const restWidth = 10 + 40 + 3 * 8;
/** Longer names may be cut. */
const readableLetters = 18;
const gap = 8;
const [smallestRing, goodRing] = [60, 96];
const [lineHeight, twoLinesHeight] = [26, 42];

/** Names come first: the list is below the ring unless there is room for both beside each other. */
export function pieLayout({ width, height, names, values }: Content): PieLayout {
  const widthFor = (letters: number) =>
    restWidth + letters * letterWidth + Math.max(0, ...values.map(({ length }) => length)) * digitWidth;
  const maxLetters = Math.max(0, ...names.map(({ length }) => length));
  const readable = widthFor(Math.min(maxLetters, readableLetters));
  const hasTwoLines = width < readable;
  const whole = names.length * (hasTwoLines ? twoLinesHeight : lineHeight);

  const below = Math.min(width, height - Math.min(whole, height * 0.45) - gap);
  const beside = Math.min(width - readable - gap, height);
  const isCutBelow = whole > height * 0.45;
  if (beside >= smallestRing && (beside >= below || (isCutBelow && beside >= goodRing)))
    return {
      isListBeside: true,
      listWidth: Math.min(widthFor(maxLetters), width - beside - gap),
      hasTwoLines: false,
      ringSize: beside,
      isListScrolled: whole > height,
    };
  const ringSize = below >= smallestRing ? below : 0;
  return {
    isListBeside: false,
    listWidth: width,
    hasTwoLines,
    ringSize,
    isListScrolled: whole > height - (ringSize && ringSize + gap),
  };
}

/** How large a number can be inside of a ring; undefined where it could not be read. */
export function fontSizeInRing(innerRadius: number, text: string): number | undefined {
  const fitting = (2 * innerRadius * 0.85) / (text.length * 0.62);
  return fitting < 9 ? undefined : Math.min(28, innerRadius * 0.43, fitting);
}
