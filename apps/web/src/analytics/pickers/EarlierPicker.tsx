import { previousPeriodLabels, previousPeriods } from '@atrium/calendar/previous-period-kinds';
import { Select, Switch } from '@mantine/core';
import { isTrend, maxWindows, type Question } from '@atrium/metrics/question';
import classes from './pickers.module.css';
import { texts } from './texts.ts';

interface Props {
  value: Compared;
  onChange: (changed: Compared) => void;
}

type Compared = Pick<Question, 'comparison' | 'isLikeForLike'>;

const trend = 'trend';
const defaultWindows = 4;

/** One earlier period, or several windows back: a choice of one excludes the other. */
export function EarlierPicker({ value: { comparison: value, isLikeForLike }, onChange }: Props) {
  const change = (comparison: Question['comparison']) => onChange({ comparison, isLikeForLike });
  const choose = (word: string | null) => {
    if (word === trend) change({ windows: defaultWindows });
    else change(previousPeriods.find((name) => name === word) ?? null);
  };
  return (
    <>
      <Select
        label={texts.comparison}
        allowDeselect={false}
        data={[
          { value: '', label: texts.noComparison },
          ...previousPeriods.map((name) => ({ value: name, label: previousPeriodLabels[name] })),
          { value: trend, label: texts.trend },
        ]}
        value={isTrend(value) ? trend : (value ?? '')}
        onChange={choose}
      />
      {isTrend(value) && (
        <Select
          label={texts.windows}
          allowDeselect={false}
          maxDropdownHeight={320}
          data={Array.from({ length: maxWindows }, (_, index) => ({
            value: String(index + 1),
            label: texts.windowCount(index + 1),
          }))}
          value={String(value.windows)}
          onChange={(windows) => windows !== null && change({ windows: Number(windows) })}
        />
      )}
      {typeof value === 'string' && (
        <Switch
          className={classes['switch'] ?? ''}
          label={texts.likeForLike}
          description={texts.likeForLikeText}
          checked={isLikeForLike}
          onChange={(event) => onChange({ comparison: value, isLikeForLike: event.currentTarget.checked })}
        />
      )}
    </>
  );
}
