import type { OrganizationFlag } from '@atrium/contract/organizations';
import { IconX } from '@tabler/icons-react';
import { calendarDate } from '../../format/dates.ts';
import { type ChosenFilters, dateFields } from './organization-filters.ts';
import classes from './organizations.module.css';
import { texts } from './texts.ts';

interface Props {
  chosen: ChosenFilters;
  onChange: (chosen: ChosenFilters) => void;
}

/** Each active filter as text; pressing one removes it. */
export function FilterChips({ chosen, onChange }: Props) {
  const { dates, on, off } = chosen;
  const chips = [
    ...dateFields.flatMap((field) => {
      const filter = dates[field];
      if (!filter) return [];
      const { [field]: _removed, ...rest } = dates;
      const when = `${texts.filter.operators[filter.operator]} ${calendarDate(filter.date)}`;
      return [{ text: `${texts.filter.fields[field]} ${when}`, rest: { ...chosen, dates: rest } }];
    }),
    ...on.map((flag) => ({ text: `${texts.flags[flag]}: on`, rest: { ...chosen, on: without(on, flag) } })),
    ...off.map((flag) => ({ text: `${texts.flags[flag]}: off`, rest: { ...chosen, off: without(off, flag) } })),
  ];
  return chips.map(({ text, rest }) => (
    <button
      key={text}
      type="button"
      className={classes['chip']}
      aria-label={texts.filter.remove(text)}
      onClick={() => onChange(rest)}
    >
      {text}
      <IconX size={14} aria-hidden />
    </button>
  ));
}

function without(flags: OrganizationFlag[], flag: OrganizationFlag): OrganizationFlag[] {
  return flags.filter((other) => other !== flag);
}
