import { previousPeriodLabels, previousPeriods } from '@atrium/calendar/previous-periods';
import { offeredEntityTypes, sources } from '@atrium/metrics/sources';
import { Select, Switch } from '@mantine/core';
import { EntityPicker } from '../../analytics/pickers/EntityPicker.tsx';
import { GroupingPicker } from '../../analytics/pickers/GroupingPicker.tsx';
import { MetricsPicker } from '../../analytics/pickers/MetricsPicker.tsx';
import { PeriodPicker } from '../../analytics/pickers/PeriodPicker.tsx';
import { type Question, takesOpenHours, withPeriod, withSource } from '../../analytics/question/question.ts';
import { texts as questionTexts } from '../../analytics/question/texts.ts';
import type { DataSubscription } from '../../analytics/question/use-data-subscription.ts';
import { Card } from '../../ui/Card.tsx';
import classes from './explore.module.css';
import { texts } from './texts.ts';

interface Props {
  question: Question;
  subscription: DataSubscription;
  nameOf: (entityId: string) => string | undefined;
  onChange: (question: Question) => void;
}

/** Every part of a question; a change asks it again. */
export function QuestionForm({ question, subscription, nameOf, onChange }: Props) {
  const { source, entityType, period, comparison } = question;
  const offered = offeredEntityTypes(sources[source], false).filter(
    (type) => type !== 'space' || subscription.hasSpaces,
  );
  const types = offered.includes(entityType) ? offered : [...offered, entityType];
  return (
    <Card className={classes['question'] ?? ''} aria-label={texts.question}>
      <Select
        label={texts.source}
        allowDeselect={false}
        data={subscription.sources.map((name) => ({ value: name, label: sources[name].label }))}
        value={source}
        onChange={(name) => name !== null && onChange(withSource(question, name))}
      />
      <MetricsPicker
        source={source}
        value={question.metrics}
        capabilities={subscription.capabilities}
        onChange={(metrics) => onChange({ ...question, metrics })}
      />
      <Select
        label={texts.entityType}
        allowDeselect={false}
        data={types.map((type) => ({ value: type, label: questionTexts.entityTypes[type] }))}
        value={entityType}
        onChange={(type) =>
          type !== null && type !== entityType && onChange({ ...question, entityType: type, entityIds: [] })
        }
      />
      {entityType !== 'organization' && (
        <EntityPicker
          key={entityType}
          entityType={entityType}
          value={question.entityIds}
          nameOf={nameOf}
          onChange={(entityIds) => onChange({ ...question, entityIds })}
        />
      )}
      <PeriodPicker
        source={source}
        value={period}
        weekStart={subscription.weekStart}
        onChange={(next) => onChange(withPeriod(question, next))}
      />
      <GroupingPicker question={question} onChange={(grouping) => onChange({ ...question, grouping })} />
      <Select
        label={texts.comparison}
        allowDeselect={false}
        data={[
          { value: '', label: texts.noComparison },
          ...previousPeriods.map((value) => ({ value, label: previousPeriodLabels[value] })),
        ]}
        value={comparison ?? ''}
        onChange={(value) =>
          onChange({ ...question, comparison: previousPeriods.find((name) => name === value) ?? null })
        }
      />
      {takesOpenHours(source) && (
        <Switch
          className={classes['switch'] ?? ''}
          label={texts.openOnly}
          checked={question.isOpenOnly}
          onChange={(event) => onChange({ ...question, isOpenOnly: event.currentTarget.checked })}
        />
      )}
    </Card>
  );
}
