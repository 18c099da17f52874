import { type Problem, problemIf } from './problem.ts';

/** The kinds of public displays, as their addresses name them. */
export const displayKinds = ['live-occupancy', 'facemask', 'queue-opt', 'expected-wait-time', 'playlist'] as const;
export type DisplayKind = (typeof displayKinds)[number];
export type EntityDisplayKind = Exclude<DisplayKind, 'playlist'>;

/** What a display of a kind can be about; a playlist is about other displays. */
export const displayEntities: Record<DisplayKind, readonly ('space' | 'zone')[]> = {
  'live-occupancy': ['space'],
  facemask: ['zone'],
  'queue-opt': ['space', 'zone'],
  'expected-wait-time': ['space'],
  playlist: [],
};

/** An organization needs one of these for a display. */
export const displayCapabilities = {
  'live-occupancy': ['canViewOccupancy', 'headroomEnabled'],
  facemask: ['faceMaskEnabled'],
  'queue-opt': ['canViewQueueOptimizer'],
  'expected-wait-time': ['canViewExpectedWaitTime'],
  playlist: [
    'canViewOccupancy',
    'headroomEnabled',
    'faceMaskEnabled',
    'canViewQueueOptimizer',
    'canViewExpectedWaitTime',
  ],
} as const satisfies Record<DisplayKind, readonly string[]>;

export function mayDisplay(kind: DisplayKind, capabilities: ReadonlySet<string>): boolean {
  return displayCapabilities[kind].some((name) => capabilities.has(name));
}

export function isDisplayKind(kind: string): kind is DisplayKind {
  return (displayKinds as readonly string[]).includes(kind);
}

/** Of zones in which people wait, are served or stay. */
export const areaApplications = [5, 6, 8, 10] as const;

/** A queue is shown of such a zone, a face mask sign of any other one; a disabled zone shows nothing. */
export function displayZoneProblems(
  kind: DisplayKind,
  { countApplication, disabled }: { readonly countApplication: number | null; readonly disabled: boolean | null },
): Problem[] {
  const isArea = (areaApplications as readonly (number | null)[]).includes(countApplication);
  return [
    ...problemIf(kind === 'queue-opt' && !isArea, 'entityId', displayTexts.queueZone),
    ...problemIf(kind === 'facemask' && isArea, 'entityId', displayTexts.maskZone),
    ...problemIf(disabled === true, 'entityId', displayTexts.disabledZone),
  ];
}

/** How live occupancy is shown besides its default: name, count, and free places or 'full'. */
export const occupancyViews = ['icon', 'iconlabel', 'icononly', 'percent'] as const;
export type OccupancyView = (typeof occupancyViews)[number];

export function occupancyView(view: string | undefined): OccupancyView | null {
  return occupancyViews.find((each) => each === view) ?? null;
}

export type Sign = 'go' | 'caution' | 'stop';

/** Go below 80% of the capacity, caution below 100%, then stop; a space without a capacity has no sign. */
export function signOf(percent: number | null): Sign | null {
  if (percent === null) return null;
  if (percent >= 100) return 'stop';
  return percent >= 80 ? 'caution' : 'go';
}

export const displayLanguages = ['en', 'es', 'fr', 'de', 'it', 'nl', 'pt', 'pl'] as const;
export type DisplayLanguage = (typeof displayLanguages)[number];

/** What people choose for a display. */
export interface DisplayLook {
  /** Instead of the name of the space or zone. */
  readonly title: string;
  /** A sentence below. */
  readonly note: string;
  readonly background: string;
  readonly color: string;
  readonly accent: string;
  readonly language: DisplayLanguage;
}

export const defaultLook: DisplayLook = {
  title: '',
  note: '',
  background: '#0f1413',
  color: '#ffffff',
  accent: '#3fb8af',
  language: 'en',
};

/** One display of a playlist. */
export interface PlaylistItem {
  readonly displayId: string;
  /** Of live occupancy; null for the default. */
  readonly view: OccupancyView | null;
  readonly seconds: number;
}

export const maxTitle = 60;
export const maxNote = 140;
export const maxItems = 20;
export const itemSeconds = { least: 5, most: 600, usual: 15 } as const;
/** Characters of the data URL of a logo: all of a page stays below 60 kB. */
export const maxLogo = 32_000;
/** Of large text, by WCAG 2.2. */
const leastContrast = 3;

export const displayTexts = {
  color: 'must be a color such as #0F1413',
  contrast: 'is hard to read on this background. Choose a lighter or darker color.',
  line: 'must be on one line',
  title: `must have at most ${maxTitle} characters`,
  note: `must have at most ${maxNote} characters`,
  language: 'is not available',
  logo: 'must be a PNG or JPEG image of at most 24 kB.',
  name: 'is required',
  items: `must be a list of at most ${maxItems} displays`,
  item: 'has a display that does not exist',
  seconds: `must show each display for ${itemSeconds.least} to ${itemSeconds.most} seconds`,
  view: 'must be icon, iconlabel, icononly or percent, and only for live occupancy',
  entity: 'is required',
  queueZone: 'must be a zone with count application 5, 6, 8 or 10',
  maskZone: 'must be a zone that people walk through',
  disabledZone: 'must be a zone that is not disabled',
  exists: 'This display exists already.',
  unavailable: 'This display is not available.',
} as const;

export function lookProblems(look: Readonly<Record<keyof DisplayLook, unknown>>): Problem[] {
  const { title, note, background, color, accent, language } = look;
  const colors = { background, color, accent };
  const wrong = Object.entries(colors).filter(([, value]) => !isColor(value));
  return [
    ...textProblems('title', title, maxTitle),
    ...textProblems('note', note, maxNote),
    ...wrong.map(([path]) => ({ path, message: displayTexts.color })),
    ...problemIf(!(displayLanguages as readonly unknown[]).includes(language), 'language', displayTexts.language),
    ...(wrong.length === 0 ? contrastProblems(String(background), { color, accent }) : []),
  ];
}

function textProblems(path: 'title' | 'note', value: unknown, most: number): Problem[] {
  if (typeof value !== 'string' || value.length > most) return [{ path, message: displayTexts[path] }];
  return problemIf(/\p{Cc}/u.test(value), path, displayTexts.line);
}

function contrastProblems(background: string, others: Readonly<Record<string, unknown>>): Problem[] {
  return Object.entries(others).flatMap(([path, value]) =>
    problemIf(contrast(background, String(value)) < leastContrast, path, displayTexts.contrast),
  );
}

export function logoProblems(logo: string): Problem[] {
  const isImage = /^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/.test(logo);
  return problemIf(!isImage || logo.length > maxLogo, 'logo', displayTexts.logo);
}

export function itemProblems(items: readonly PlaylistItem[], kindOf: (displayId: string) => DisplayKind | undefined) {
  const kinds = items.map(({ displayId }) => kindOf(displayId));
  const isWrongTime = ({ seconds }: PlaylistItem) =>
    !Number.isInteger(seconds) || seconds < itemSeconds.least || seconds > itemSeconds.most;
  const isWrongView = ({ view }: PlaylistItem, at: number) =>
    view !== null && (kinds[at] !== 'live-occupancy' || occupancyView(view) === null);
  return [
    ...problemIf(items.length > maxItems, 'items', displayTexts.items),
    ...problemIf(
      kinds.some((kind) => kind === undefined || kind === 'playlist'),
      'items',
      displayTexts.item,
    ),
    ...problemIf(items.some(isWrongTime), 'items', displayTexts.seconds),
    ...problemIf(items.some(isWrongView), 'items', displayTexts.view),
  ];
}

function isColor(value: unknown): boolean {
  return typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value);
}

/** WCAG 2.2: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** One minute of a zone at a door, with what its mask measure counted in it; null without such a measure. */
export interface MaskMinute {
  readonly ins: number;
  readonly masked: number | null;
}

/** `sign`: nobody measures masks here, so everyone is asked to wear one. */
export type MaskState = 'ok' | 'wear' | 'sign';

/** By the newest minute in which someone entered. Before the first one, everyone is asked. */
export function maskState(newest: MaskMinute | undefined, hasMeasure: boolean): MaskState {
  if (!hasMeasure) return 'sign';
  return newest && newest.masked !== null && newest.masked >= newest.ins ? 'ok' : 'wear';
}

/** A queue on the queue optimizer. */
export interface QueueRow {
  readonly name: string;
  readonly people: number | null;
  /** Whole minutes; null where it is unknown. */
  readonly waitMinutes: number | null;
  readonly isShortest: boolean;
}

/** By expected wait, the unknown ones last; the shortest is highlighted, where there is a choice. */
export function queueRows(queues: readonly Omit<QueueRow, 'isShortest'>[]): QueueRow[] {
  const sorted = queues.toSorted(
    (a, b) =>
      compare(a.waitMinutes, b.waitMinutes) || compare(a.people, b.people) || a.name.localeCompare(b.name, 'en'),
  );
  const [first] = sorted;
  const isChoice = queues.length > 1 && first?.waitMinutes !== undefined && first.waitMinutes !== null;
  return sorted.map((row, at) => ({ ...row, isShortest: isChoice && at === 0 }));
}

/** The unknown comes last. */
function compare(a: number | null, b: number | null): number {
  return a === b ? 0 : (a ?? Infinity) - (b ?? Infinity);
}
