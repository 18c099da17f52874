import { previousPeriodLabels, previousPeriods } from '@atrium/calendar/previous-periods';
import { Select } from '@mantine/core';
import { isTrend, maxWindows, type Question } from '@atrium/metrics/question';
import { texts } from './texts.ts';

interface Props {
  value: Question['comparison'];
  onChange: (comparison: Question['comparison']) => void;
}

const trend = 'trend';
const defaultWindows = 4;

/** One earlier period, or several windows back: a choice of one excludes the other. */
export function EarlierPicker({ value, onChange }: Props) {
  const choose = (word: string | null) => {
    if (word === trend) onChange({ windows: defaultWindows });
    else onChange(previousPeriods.find((name) => name === word) ?? null);
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
          onChange={(windows) => windows !== null && onChange({ windows: Number(windows) })}
        />
      )}
    </>
  );
}
