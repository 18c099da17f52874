import type { CsvRow } from './csv-import.ts';
import { isEmail } from './email.ts';

/** The columns of a file of people to invite; only the first is required. */
export const invitationColumns = ['email', 'role', 'locations'] as const;
/** Maximum number of invitations per call. */
export const maxInvitations = 100;

export const bulkInvitationTexts = {
  email: 'Valid email is required',
  role: 'Role must be User or Administrator',
  twice: 'This address is already in the file',
  noEmailColumn: 'The file needs a column named email.',
} as const;

export interface RequestedInvitation {
  readonly inviteeEmail: string;
  readonly inviteRole: 1 | 2;
  /** Names, not ids: that is what people know. */
  readonly locations: readonly string[];
}

export interface InvitationLine {
  /** As in spreadsheets: the header is line 1. */
  readonly line: number;
  readonly inviteeEmail: string;
  readonly wanted: RequestedInvitation | undefined;
  /** Why it cannot be sent. */
  readonly problem: string | undefined;
}

/** The people to invite, line by line. Undefined if the file has no addresses. */
export function invitationLines(rows: readonly CsvRow[]): InvitationLine[] | undefined {
  const seen = new Set<string>();
  const [first = {}] = rows;
  if (cell(first, 'email') === undefined) return undefined;
  return rows.map((row, index) => {
    const inviteeEmail = cell(row, 'email') ?? '';
    const role = roleOf(cell(row, 'role') ?? '');
    const address = inviteeEmail.toLowerCase();
    const problem = !isEmail(inviteeEmail)
      ? bulkInvitationTexts.email
      : role === undefined
        ? bulkInvitationTexts.role
        : seen.has(address)
          ? bulkInvitationTexts.twice
          : undefined;
    seen.add(address);
    const wanted =
      problem === undefined && role !== undefined
        ? { inviteeEmail, inviteRole: role, locations: namesIn(cell(row, 'locations') ?? '') }
        : undefined;
    return { line: index + 2, inviteeEmail, wanted, problem };
  });
}

/** The spelling of a heading does not matter. */
function cell(row: CsvRow, column: (typeof invitationColumns)[number]): string | undefined {
  const name = Object.keys(row).find((key) => key.toLowerCase() === column);
  return name === undefined ? undefined : row[name];
}

function roleOf(text: string): 1 | 2 | undefined {
  const word = text.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (['', '1', 'user', 'organizationuser'].includes(word)) return 1;
  return ['2', 'admin', 'administrator', 'organizationadministrator'].includes(word) ? 2 : undefined;
}

function namesIn(text: string): string[] {
  return text
    .split(';')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}
