import { type OrganizationFilters, type OrganizationFlag, organizationFlags } from '@atrium/contract/organizations';

export const dateFields = ['subExpiration', 'headroomExpiration', 'createdAt'] as const;
export type DateField = (typeof dateFields)[number];
export const operators = ['<=', '=', '>='] as const;
export type Operator = (typeof operators)[number];

/** The filters as people set them. */
export interface ChosenFilters {
  dates: Partial<Record<DateField, { operator: Operator; date: string }>>;
  on: OrganizationFlag[];
  off: OrganizationFlag[];
}

/** The filters in the page's URL, without invalid ones. */
export function readFilters(search: Readonly<Record<string, unknown>>): OrganizationFilters {
  const filters: OrganizationFilters = {};
  for (const field of dateFields) {
    const value = search[field];
    if (typeof value === 'string' && /^(<=|=|>=)\d{4}-\d\d-\d\d$/.test(value)) filters[field] = value;
  }
  const { flags } = search;
  if (typeof flags === 'string' && flags.split(',').every((flag) => isFlag(flag.replace('!', ''))))
    filters.flags = flags;
  return filters;
}

export function toChosenFilters(filters: OrganizationFilters): ChosenFilters {
  const flags = filters.flags?.split(',') ?? [];
  const dates: ChosenFilters['dates'] = {};
  for (const field of dateFields) {
    const [, operator, date] = /^(<=|=|>=)(.+)$/.exec(filters[field] ?? '') ?? [];
    if (date !== undefined) dates[field] = { operator: operator as Operator, date };
  }
  return {
    dates,
    on: flags.filter(isFlag),
    off: flags
      .filter((flag) => flag.startsWith('!'))
      .map((flag) => flag.slice(1))
      .filter(isFlag),
  };
}

export function filtersOf({ dates, on, off }: ChosenFilters): OrganizationFilters {
  const filters: OrganizationFilters = {};
  for (const field of dateFields) {
    const chosen = dates[field];
    if (chosen) filters[field] = `${chosen.operator}${chosen.date}`;
  }
  const flags = [...on, ...off.map((flag) => `!${flag}`)];
  if (flags.length > 0) filters.flags = flags.join(',');
  return filters;
}

function isFlag(text: string): text is OrganizationFlag {
  return organizationFlags.some((flag) => flag === text);
}
