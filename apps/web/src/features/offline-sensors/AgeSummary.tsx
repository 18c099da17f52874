import { type AgeGroup, ageGroups } from '@atrium/rules/offline-sensor';
import { Skeleton } from '@mantine/core';
import { count } from '../../format/numbers.ts';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';

interface Props {
  /** Undefined until they are counted. */
  counted: { count: number; ages: Record<AgeGroup, number> } | undefined;
  chosen: AgeGroup | undefined;
  onChoose: (age: AgeGroup | undefined) => void;
}

/** How many sensors are offline, by age; each filters the list. */
export function AgeSummary({ counted, chosen, onChoose }: Props) {
  const shown: { age: AgeGroup | undefined; figure: number | undefined }[] = [
    { age: undefined, figure: counted?.count },
    ...ageGroups.map((age) => ({ age, figure: counted?.ages[age] })),
  ];
  return (
    <fieldset className={classes['ages']} aria-label={texts.ages.label}>
      {shown.map(({ age, figure }) => (
        <button
          key={age ?? 'all'}
          type="button"
          className={classes['age']}
          aria-pressed={age === chosen}
          data-none={figure === 0 || undefined}
          onClick={() => onChoose(age === chosen ? undefined : age)}
        >
          <span className={classes['figure']} data-number>
            {figure === undefined ? <Skeleton width={28} height={20} /> : count(figure)}
          </span>
          <span className={classes['ageName']}>{texts.ages[age ?? 'all']}</span>
        </button>
      ))}
    </fieldset>
  );
}
