import { isOptions, mergedOptions, type Options, type Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf, withoutPopConfig } from '@atrium/rules/widget-options';
import { widgetQuery } from '@atrium/rules/widget-query';
import { Button, Group, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { useDataSubscription } from '../../../analytics/question/use-data-subscription.ts';
import type { Failure } from '../../../ui/Boundary.tsx';
import { isNotLoaded } from '../../../ui/chunk-load-error.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { ErrorState } from '../../../ui/Notice.tsx';
import { SidePanel } from '../../../ui/SidePanel.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { useUnsaved } from '../../../ui/use-unsaved.ts';
import { LoadedPart } from '../frame/LoadedPart.tsx';
import { WidgetFrame } from '../frame/WidgetFrame.tsx';
import type { AnyCard, CardFormProps, SettingsSection } from '../widgets/definition.ts';
import { cardOf } from '../widgets/registry.ts';
import { AppearanceFields } from './AppearanceFields.tsx';
import { openSettings } from './open-settings.ts';
import { templateSubscription } from './template-subscription.ts';
import { QuestionFields } from './QuestionFields.tsx';
import classes from './settings.module.css';
import { texts } from './texts.ts';

interface Props {
  widget: Widget;
  /** Added just now: canceling removes it. */
  isNew: boolean;
  dashboardId: string | undefined;
  /** Of a template: places are chosen as roles, and nothing is asked. */
  hasRoles?: boolean;
  onSave: (changed: { dataOptions: Options; clientOptions: Options }) => void;
  onCancel: () => void;
}

const previewMs = 500;

/** All settings of a card, with the card as it becomes beside them. */
export function WidgetSettings({ widget, isNew, dashboardId, hasRoles = false, onSave, onCancel }: Props) {
  const { widgetId, widgetType } = widget;
  useEffect(() => openSettings(widgetId), [widgetId]);
  const card = cardOf(widgetType);
  const [opened] = useState({ dataOptions: widget.dataOptions, clientOptions: widget.clientOptions });
  const [draft, setDraft] = useState(opened);
  const mayLeave = useUnsaved(() => saidIn(draft) !== saidIn(opened));
  const change: CardFormProps['onChange'] = ({ dataOptions = {}, clientOptions = {} }) =>
    setDraft((before) => ({
      dataOptions: mergedOptions(before.dataOptions, dataOptions),
      clientOptions: mergedOptions(before.clientOptions, clientOptions),
    }));
  const edited = { ...widget, ...draft };
  const name = card?.label ?? widgetType;
  const save = () => onSave({ dataOptions: draft.dataOptions, clientOptions: withoutPopConfig(draft.clientOptions) });
  return (
    <SidePanel title={isNew ? texts.add(name) : texts.title(name)} onClose={onCancel} mayLeave={mayLeave}>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Preview widget={edited} dashboardId={dashboardId} isSample={hasRoles} />
        {card && (
          <Sections card={card} widget={edited} dashboardId={dashboardId} hasRoles={hasRoles} onChange={change} />
        )}
        <Group className={classes['actions'] ?? ''} justify="flex-end" gap="xs">
          <Button variant="default" onClick={onCancel}>
            {texts.cancel}
          </Button>
          <Button type="submit">{texts.save}</Button>
        </Group>
      </form>
    </SidePanel>
  );
}

/** To compare them: a choice that was taken back is null. */
function saidIn(options: Options): string {
  return JSON.stringify(options, (_key, value: unknown) => value ?? undefined);
}

interface PreviewProps {
  widget: Widget;
  dashboardId: string | undefined;
  isSample: boolean;
}

/** The card with what is chosen so far. Before the first save nothing is asked, so that it shows its sample. */
function Preview({ widget, dashboardId, isSample }: PreviewProps) {
  const content = JSON.stringify(widget);
  // oxlint-disable-next-line react/exhaustive-deps -- the same options are the same card
  const steady = useMemo(() => widget, [content]);
  const [shown] = useDebouncedValue(steady, previewMs);
  const { isUnset } = widgetOptionsOf(widget.clientOptions);
  const dashboard = { dashboardId, dateOverride: undefined, entityFilter: undefined, refreshCount: 0 };
  return (
    <section className={classes['preview']} aria-label={texts.preview}>
      <div className={classes['card']}>
        <WidgetFrame widget={shown} dashboard={dashboard} isPreview={isUnset || isSample} controls={undefined} />
      </div>
      {(isUnset || isSample) && <p className={classes['note']}>{texts.sample}</p>}
    </section>
  );
}

interface SectionsProps extends CardFormProps {
  card: AnyCard;
  hasRoles: boolean;
}

const asked: ReadonlySet<SettingsSection> = new Set<SettingsSection>([
  'source',
  'metrics',
  'entities',
  'one-entity',
  'period',
  'grouping',
  'comparison',
  'trend',
  'closed-hours',
  'filters',
  'order',
  'details',
]);

/** The parts that the card has, in a fixed order. The options of a card may name fewer. */
function Sections({ card, widget, dashboardId, hasRoles, onChange }: SectionsProps) {
  const { sections: chosen } = widgetOptionsOf(widget.clientOptions);
  const sections = new Set(card.sections.filter((section) => !chosen || chosen.includes(section)));
  const { data, error, retry } = useDataSubscription();
  // A template is of no organization.
  const subscription = hasRoles ? templateSubscription : data;
  const Form = formOf(card);
  const isAsking = [...sections].some((section) => asked.has(section));
  const { problems } = widgetQuery(widget.dataOptions);
  return (
    <>
      {isAsking && problems.length > 0 && (
        <output className={classes['wrong']}>
          {texts.wrong}
          <ul>
            {problems.map(({ path, message }) => (
              <li key={path}>{message}</li>
            ))}
          </ul>
        </output>
      )}
      {Form && sections.has('own') && (
        <fieldset className={classes['fields']}>
          <LoadedPart
            content={[card.type]}
            waiting={<Skeleton height={60} />}
            renderFailure={({ error: failure, onRetry }) => <MissingForm error={failure} onRetry={onRetry} />}
          >
            {/* oxlint-disable-next-line react/static-components -- each type has one, which is made once */}
            <Form widget={widget} dashboardId={dashboardId} hasRoles={hasRoles} onChange={onChange} />
          </LoadedPart>
        </fieldset>
      )}
      {isAsking && (
        <fieldset className={classes['fields']}>
          <legend>{texts.data}</legend>
          {subscription && (
            <QuestionFields
              card={card}
              sections={sections}
              dataOptions={widget.dataOptions}
              subscription={subscription}
              hasRoles={hasRoles}
              onChange={(dataOptions) => onChange({ dataOptions })}
            />
          )}
          {!subscription && !error && <Skeleton height={120} />}
          {!subscription && error && <ErrorState message={texts.missing} onRetry={retry} />}
        </fieldset>
      )}
      <fieldset className={classes['fields']}>
        <legend>{texts.look}</legend>
        <AppearanceFields
          card={card}
          sections={sections}
          widget={widget}
          onChange={(widgetOptions) => onChange({ clientOptions: { widgetOptions: cleaned(widgetOptions) } })}
          onRefreshHidden={(isHidden) => onChange({ clientOptions: { hideRefresh: isHidden || null } })}
        />
      </fieldset>
    </>
  );
}

function MissingForm({ error, onRetry }: Failure) {
  return <ErrorState message={isNotLoaded(error) ? uiTexts.notLoaded.text : texts.broken} onRetry={onRetry} />;
}

/** What is undefined is not said. */
function cleaned(options: Options): Options {
  return Object.fromEntries(
    Object.entries(options).map(([key, value]) => [key, isOptions(value) ? cleaned(value) : (value ?? null)]),
  );
}

const forms = new Map<AnyCard['type'], ComponentType<CardFormProps>>();

function formOf({ type, loadForm }: AnyCard): ComponentType<CardFormProps> | undefined {
  if (!loadForm) return undefined;
  const known = forms.get(type) ?? lazyPart(loadForm);
  forms.set(type, known);
  return known;
}
