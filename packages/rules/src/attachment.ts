import type { Problem } from './problem.ts';

/** Fewer than ten files at once. */
export const maxFiles = 9;
export const maximumFileBytes = 20 * 1024 * 1024;
export const imageTypes = ['jpg', 'png', 'jpeg', 'bmp', 'gif'] as const;
export const defaultNotes = 'no notes';

const maxName = 200;
const maxNotes = 2_000;

/** The first bytes of a file of a kind; `text` has none. */
export type FileContent = 'jpeg' | 'png' | 'gif' | 'bmp' | 'pdf' | 'zip' | 'ole' | 'text';

export interface FileKind {
  /** The content type it is served with, whatever the browser sent. */
  readonly contentType: string;
  readonly content: FileContent;
  readonly isImage: boolean;
}

const image = (contentType: string, content: FileContent): FileKind => ({ contentType, content, isImage: true });
const paper = (contentType: string, content: FileContent): FileKind => ({ contentType, content, isImage: false });
const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

const kinds: Readonly<Record<string, FileKind>> = {
  jpg: image('image/jpeg', 'jpeg'),
  jpeg: image('image/jpeg', 'jpeg'),
  png: image('image/png', 'png'),
  gif: image('image/gif', 'gif'),
  bmp: image('image/bmp', 'bmp'),
  pdf: paper('application/pdf', 'pdf'),
  txt: paper('text/plain; charset=utf-8', 'text'),
  log: paper('text/plain; charset=utf-8', 'text'),
  csv: paper('text/csv; charset=utf-8', 'text'),
  json: paper('application/json', 'text'),
  doc: paper('application/msword', 'ole'),
  xls: paper('application/vnd.ms-excel', 'ole'),
  ppt: paper('application/vnd.ms-powerpoint', 'ole'),
  docx: paper(`${office}.wordprocessingml.document`, 'zip'),
  xlsx: paper(`${office}.spreadsheetml.sheet`, 'zip'),
  pptx: paper(`${office}.presentationml.presentation`, 'zip'),
  odt: paper(`${openDocument}.text`, 'zip'),
  ods: paper(`${openDocument}.spreadsheet`, 'zip'),
  odp: paper(`${openDocument}.presentation`, 'zip'),
  zip: paper('application/zip', 'zip'),
};

const otherImages = new Set(['svg', 'svgz', 'webp', 'tif', 'tiff', 'avif', 'heic', 'heif', 'ico', 'jfif', 'apng']);

export const attachmentTexts = {
  none: 'Choose at least one file.',
  tooMany: 'Fewer than 10 files can be uploaded at once.',
  name: 'Name is required',
  nameLong: `Name must have at most ${maxName} characters`,
  nameEnding: 'The file extension cannot be changed',
  image: `Images must be ${imageTypes.slice(0, -1).join(', ')} or ${imageTypes.at(-1)}.`,
  kind: `Files of this type cannot be attached. Allowed types: ${Object.keys(kinds).join(', ')}.`,
  empty: 'The file is empty.',
  large: `The file is larger than ${maximumFileBytes / 1024 / 1024} MB.`,
  notesLong: `Notes must have at most ${maxNotes} characters`,
} as const;

export const allowedEndings: readonly string[] = Object.keys(kinds);

/** By its file extension; undefined for types that cannot be attached. */
export function fileKind(name: string): FileKind | undefined {
  const ending = endingOf(name);
  return Object.hasOwn(kinds, ending) ? kinds[ending] : undefined;
}

/** Problems of a file before its content is checked. */
export function fileProblem(file: { readonly name: string; readonly bytes?: number }): string | undefined {
  if (file.name === '') return attachmentTexts.name;
  if (!fileKind(file.name)) return otherImages.has(endingOf(file.name)) ? attachmentTexts.image : attachmentTexts.kind;
  if (file.bytes === undefined) return undefined;
  if (file.bytes === 0) return attachmentTexts.empty;
  return file.bytes > maximumFileBytes ? attachmentTexts.large : undefined;
}

/**
 * The stored name: on one line, without folders, and without invisible or bidirectional control characters, which can
 * disguise `gpj.exe` as something else.
 */
export function cleanFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1) ?? '';
  const visible = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}"]/gu, '').trim();
  if (visible.length <= maxName) return visible;
  const ending = `.${endingOf(visible)}`;
  return `${visible.slice(0, maxName - ending.length)}${ending}`;
}

/** Problems of a new name or new notes of a file stored under `before`. */
export function attachmentProblems(
  before: { readonly originalName: string },
  after: { readonly originalName: string; readonly notes: string },
): Problem[] {
  const problems: Problem[] = [];
  const wrongName = (message: string) => problems.push({ path: 'originalName', message });
  const { originalName, notes } = after;
  const stem = originalName.slice(0, originalName.length - endingOf(originalName).length).replace(/\.$/, '');
  if (stem.trim() === '') wrongName(attachmentTexts.name);
  else if (originalName.length > maxName) wrongName(attachmentTexts.nameLong);
  else if (endingOf(originalName) !== endingOf(before.originalName)) wrongName(attachmentTexts.nameEnding);
  if (notes.length > maxNotes) problems.push({ path: 'notes', message: attachmentTexts.notesLong });
  return problems;
}

/** The stored notes: never empty. */
export function cleanNotes(notes: string | null | undefined): string {
  return (notes ?? '').trim() || defaultNotes;
}

function endingOf(name: string): string {
  return /\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
