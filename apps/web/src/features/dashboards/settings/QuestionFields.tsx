import { getCountApplications, getCountFilters } from '@atrium/contract/reference';
import { withoutExcluded } from '@atrium/metrics/exclusions';
import {
  isTrend,
  maxWindows,
  type Question,
  takesOpenHours,
  withEntityType,
  withPeriod,
  withSource,
} from '@atrium/metrics/question';
import { type EntityType, offeredEntityTypes, type Source, sources } from '@atrium/metrics/sources';
import type { Options } from '@atrium/rules/dashboard';
import { dataOptionsOf, type WidgetQuery, widgetQuery } from '@atrium/rules/widget-query';
import { Select, Switch } from '@mantine/core';
import { DetailsPicker } from '../../../analytics/pickers/DetailsPicker.tsx';
import { EarlierPicker } from '../../../analytics/pickers/EarlierPicker.tsx';
import { EntityPicker } from '../../../analytics/pickers/EntityPicker.tsx';
import { GroupingPicker } from '../../../analytics/pickers/GroupingPicker.tsx';
import { MetricsPicker } from '../../../analytics/pickers/MetricsPicker.tsx';
import { OthersPicker } from '../../../analytics/pickers/OthersPicker.tsx';
import { PeriodPicker } from '../../../analytics/pickers/PeriodPicker.tsx';
import { RowsPicker } from '../../../analytics/pickers/RowsPicker.tsx';
import { detailsIn } from '../../../analytics/question/answer-columns.ts';
import { texts as questionTexts } from '../../../analytics/question/texts.ts';
import type { DataSubscription } from '../../../analytics/question/use-data-subscription.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import type { AnyCard, SettingsSection } from '../widgets/definition.ts';
import { FieldValueField } from './FieldValueField.tsx';
import { orderWithin } from './order.ts';
import { OrderFields } from './OrderFields.tsx';
import { RoleField } from './RoleField.tsx';
import classes from './settings.module.css';
import { texts } from './texts.ts';

interface Props {
  card: AnyCard;
  sections: ReadonlySet<SettingsSection>;
  dataOptions: Options;
  subscription: DataSubscription;
  /** Of a template. */
  hasRoles: boolean;
  /** What is different, to be merged. */
  onChange: (changed: Options) => void;
}

/** What a card asks, in the parts that it lets people choose. */
export function QuestionFields({ card, sections, dataOptions, subscription, hasRoles, onChange }: Props) {
  const { question: asked, more } = widgetQuery(dataOptions, {}, subscription.permitsAllOthers);
  const question = card.isOnMap ? withEntityType(asked, 'location') : asked;
  const { source, entityType } = question;
  const isOne = sections.has('one-entity');
  const hasEntities = sections.has('entities') || isOne;
  const isAsked = card.asks === 'question' || card.asks === 'last-reading';
  const hasRows = isAsked && sections.has('entities') && card.type !== 'value' && !card.isOnMap;
  const set = (next: Question, changed: Options = {}) => {
    const all = dataOptionsOf(withoutExcluded(next, subscription.permitsAllOthers));
    const chosen = {
      ...(isOne && { entityId: next.entityIds[0] ?? null }),
      // The value belongs to the field.
      ...(more['metaValue'] !== undefined && { metaValue: isSameField(next, question) ? more['metaValue'] : null }),
      // What places of one kind belong to, and their fields, are not those of another.
      ...(next.entityType !== entityType && noDetails),
      // A total that names no grouping has one that fits its period.
      ...(!sections.has('grouping') && { dateGroupings: dataOptions['dateGroupings'] ?? null }),
    };
    // Cards without a question keep nothing but their place.
    const places = { entityType: next.entityType, entityIds: next.entityIds };
    onChange({ ...(isAsked ? all : places), ...chosen, ...orderWithin(next, more), ...changed });
  };
  const offered = subscription.sources.filter((name) => !card.sources || card.sources.includes(name));
  const listed = offered.includes(source) ? offered : [...offered, source];
  return (
    <>
      {sections.has('source') && (
        <Select
          label={texts.source}
          allowDeselect={false}
          data={listed.map((name) => ({ value: name, label: sources[name].label }))}
          value={source}
          onChange={(name) => name !== null && set(withSource(question, name))}
        />
      )}
      {sections.has('metrics') && (
        <MetricsPicker
          source={source}
          value={question.metrics}
          capabilities={subscription.capabilities}
          max={card.maxMetrics?.(question)}
          onChange={(metrics) => set({ ...question, metrics })}
        />
      )}
      {hasEntities && hasRoles && <RoleField dataOptions={dataOptions} isOne={isOne} onChange={onChange} />}
      {hasEntities && !hasRoles && (
        <Select
          label={texts.entityType}
          allowDeselect={false}
          data={typesOf(question, subscription, card, isOne).map((type) => ({
            value: type,
            label: questionTexts.entityTypes[type],
          }))}
          value={entityType}
          onChange={(type) => type !== null && set(withEntityType(question, type))}
        />
      )}
      {hasEntities && !hasRoles && entityType !== 'organization' && (
        <EntityPicker
          key={entityType}
          entityType={entityType}
          value={question.entityIds}
          onChange={(ids) => set({ ...question, entityIds: isOne ? ids.slice(-1) : ids })}
        />
      )}
      {hasRows && entityType !== 'organization' && (
        <RowsPicker question={question} entityType={entityType} onChange={(rows) => set({ ...question, rows })} />
      )}
      {hasEntities && isAsked && question.rows.kind === 'field' && entityType !== 'organization' && (
        <FieldValueField
          entityType={entityType}
          name={question.rows.name}
          value={more['metaValue']}
          onChange={(metaValue) => set(question, { metaValue })}
        />
      )}
      {sections.has('period') && (
        <PeriodPicker
          source={source}
          value={question.period}
          weekStart={subscription.weekStart}
          onChange={(period) => set(withPeriod(question, period))}
        />
      )}
      {sections.has('grouping') && (
        <GroupingPicker question={question} onChange={(grouping) => set({ ...question, grouping })} />
      )}
      {sections.has('trend') && <TrendField question={question} onChange={set} />}
      {sections.has('comparison') && (
        <EarlierPicker value={question} onChange={(changed) => set({ ...question, ...changed })} />
      )}
      {sections.has('comparison') && !hasRoles && entityType !== 'organization' && (
        <OthersPicker
          key={`others ${entityType}`}
          question={question}
          entityType={entityType}
          isAllPermitted={subscription.permitsAllOthers}
          onChange={(others) => set({ ...question, others })}
        />
      )}
      {sections.has('filters') && <FilterFields more={more} question={question} onChange={onChange} />}
      {sections.has('order') && <OrderFields more={more} question={question} onChange={onChange} />}
      {sections.has('details') && question.rows.kind === 'each' && !hasRoles && entityType !== 'organization' && (
        <DetailsPicker
          key={`details ${entityType}`}
          entityType={entityType}
          value={detailsIn(more)}
          onChange={({ include, meta }) => onChange({ include, meta })}
        />
      )}
      {sections.has('closed-hours') && takesOpenHours(source) && (
        <Switch
          className={classes['wide'] ?? ''}
          label={texts.openOnly}
          checked={question.isOpenOnly}
          onChange={(event) => set({ ...question, isOpenOnly: event.currentTarget.checked })}
        />
      )}
    </>
  );
}

const noDetails: Options = { include: null, meta: null };

function typesOf(
  { source, entityType }: Question,
  { hasSpaces }: DataSubscription,
  { isOnMap }: AnyCard,
  isOne: boolean,
): EntityType[] {
  if (isOnMap) return ['location'];
  const offered = offeredEntityTypes(sources[source], false).filter(
    (type) => (type !== 'space' || hasSpaces) && (type !== 'organization' || !isOne),
  );
  return offered.includes(entityType) ? offered : [...offered, entityType];
}

function isSameField({ rows: one }: Question, { rows: other }: Question): boolean {
  return one.kind === 'field' && other.kind === 'field' && one.name === other.name;
}

const defaultWindows = 4;

function TrendField({ question, onChange }: { question: Question; onChange: (question: Question) => void }) {
  const { comparison } = question;
  return (
    <Select
      label={texts.windows}
      allowDeselect={false}
      data={Array.from({ length: maxWindows }, (_, at) => ({ value: String(at + 1), label: texts.window(at + 1) }))}
      value={String(isTrend(comparison) ? comparison.windows : defaultWindows)}
      onChange={(windows) => windows !== null && onChange({ ...question, comparison: { windows: Number(windows) } })}
    />
  );
}

type FilterProps = Pick<Props, 'onChange'> & Pick<WidgetQuery, 'question' | 'more'>;

/** Whom zones count and what they are used for, where the source makes a difference between them. */
function FilterFields({ more, question: { source }, onChange }: FilterProps) {
  const { parameters, ignored = [] }: Source = sources[source];
  const [hasFilter, hasUse] = (['countFilter', 'countApplication'] as const).map(
    (name) => parameters.includes(name) && !ignored.includes(name),
  );
  const filters = useEndpoint(getCountFilters, {}, { enabled: hasFilter, texts: texts.references });
  const uses = useEndpoint(getCountApplications, {}, { enabled: hasUse, texts: texts.references });
  const field = (name: 'countFilter' | 'countApplication', choices: typeof filters.data = []) => (
    <Select
      label={texts[name]}
      allowDeselect={false}
      data={[
        { value: '', label: texts.asUsual },
        ...choices.map(({ id, name: label }) => ({ value: String(id), label })),
      ]}
      value={more[name] ?? ''}
      onChange={(value) => onChange({ [name]: value ? Number(value) : null })}
    />
  );
  return (
    <>
      {hasFilter && field('countFilter', filters.data)}
      {hasUse && field('countApplication', uses.data)}
    </>
  );
}
