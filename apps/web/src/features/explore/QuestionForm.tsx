import { offeredEntityTypes, sources } from '@atrium/metrics/sources';
import { Select, Switch } from '@mantine/core';
import { EarlierPicker } from '../../analytics/pickers/EarlierPicker.tsx';
import { EntityPicker } from '../../analytics/pickers/EntityPicker.tsx';
import { GroupingPicker } from '../../analytics/pickers/GroupingPicker.tsx';
import { MetricsPicker } from '../../analytics/pickers/MetricsPicker.tsx';
import { OthersPicker } from '../../analytics/pickers/OthersPicker.tsx';
import { PeriodPicker } from '../../analytics/pickers/PeriodPicker.tsx';
import { RowsPicker } from '../../analytics/pickers/RowsPicker.tsx';
import { withoutExcluded } from '@atrium/metrics/exclusions';
import { type Question, takesOpenHours, withEntityType, withPeriod, withSource } from '@atrium/metrics/question';
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
export function QuestionForm({ question, subscription, nameOf, onChange: onQuestion }: Props) {
  const { source, entityType, period } = question;
  const { permitsAllOthers } = subscription;
  const onChange = (next: Question) => onQuestion(withoutExcluded(next, permitsAllOthers));
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
        onChange={(type) => type !== null && onChange(withEntityType(question, type))}
      />
      {entityType !== 'organization' && (
        <>
          <EntityPicker
            key={entityType}
            entityType={entityType}
            value={question.entityIds}
            nameOf={nameOf}
            onChange={(entityIds) => onChange({ ...question, entityIds })}
          />
          <RowsPicker
            question={question}
            entityType={entityType}
            onChange={(rows) => onChange({ ...question, rows })}
          />
        </>
      )}
      <PeriodPicker
        source={source}
        value={period}
        weekStart={subscription.weekStart}
        onChange={(next) => onChange(withPeriod(question, next))}
      />
      <GroupingPicker question={question} onChange={(grouping) => onChange({ ...question, grouping })} />
      <EarlierPicker value={question} onChange={(changed) => onChange({ ...question, ...changed })} />
      {entityType !== 'organization' && (
        <OthersPicker
          key={`others ${entityType}`}
          question={question}
          entityType={entityType}
          isAllPermitted={permitsAllOthers}
          onChange={(others) => onChange({ ...question, others })}
        />
      )}
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
