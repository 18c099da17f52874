import type { Picked } from '../../../analytics/question/drill-point.ts';
import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { NewAnnotation } from '../../../analytics/annotations/AnnotationDialog.tsx';
import { newestDayOf, onlyLocationOf } from '../../../analytics/annotations/answer-annotations.ts';
import { useMayAnnotate } from '../../../analytics/annotations/use-may-annotate.ts';
import type { Answer } from '../../../analytics/question/answer.ts';
import { useMergedRef } from '@mantine/hooks';
import { announce } from '../../../api/notices.ts';
import { isNotLoaded } from '../../../ui/chunk-load-error.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { explainedMetrics } from '../changes/explained-metrics.ts';
import type { AnyCard } from '../widgets/definition.ts';
import type { CardValues, QuestionValues } from '../widgets/values.ts';
import { CardBody, type Shown } from './CardBody.tsx';
import { CardMenu } from './CardMenu.tsx';
import { CardNotes } from './CardNotes.tsx';
import type { WidgetControls } from './dashboard-context.ts';
import { canExplore, explainedSubjects } from './explained.ts';
import classes from './frame.module.css';
import { OpenedPart } from './OpenedPart.tsx';
import { placeNameIn } from './place-name.ts';
import { texts } from './texts.ts';
import { nameOf, titleOf } from './title-of.ts';
import { useIsOnWall } from './use-wall-retries.ts';

const WhatChangedPanel = lazyPart(() => import('../changes/WhatChangedPanel.tsx'));
const CardExplanation = lazyPart(() => import('./CardExplanation.tsx'));
const AnnotationDialog = lazyPart(() => import('../../../analytics/annotations/AnnotationDialog.tsx'));

interface Props {
  ref?: Ref<HTMLElement>;
  card: AnyCard;
  widget: Widget;
  shown: Shown;
  isPreview: boolean;
  controls: WidgetControls | undefined;
  onRefresh?: (() => void) | undefined;
  onPick?: ((pick: Picked) => void) | undefined;
  /** In numbers, instead of drawn. */
  isTable?: boolean;
  onTable?: ((isTable: boolean) => void) | undefined;
  /** Below the title: how the reader came here. */
  trail?: ReactNode;
  onEscape?: () => void;
  /** It shows some of the rows that it asks for: what explains all of them does not explain it. */
  isPicked?: boolean;
  /** The reader came back to it. */
  takesFocus?: boolean;
}

/** The title of a card with its menu, what it shows, and how sure that is. */
export function CardFrame(props: Props) {
  const {
    ref,
    card,
    widget,
    shown,
    isPreview,
    controls,
    onRefresh,
    onPick,
    isTable = false,
    onTable,
    trail,
    onEscape,
    isPicked = false,
    takesFocus = false,
  } = props;
  const options = widgetOptionsOf(widget.clientOptions);
  const [isExplained, setExplained] = useState(false);
  const [annotated, setAnnotated] = useState<NewAnnotation>();
  const { mayAdd } = useMayAnnotate();
  const [leftOut, setLeftOut] = useState<string>();
  const [isChangeShown, setChangeShown] = useState(false);
  const root = useRef<HTMLElement>(null);
  const merged = useMergedRef(root, ref);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (takesFocus) root.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const place = isPreview ? undefined : placeNameIn(card, shown);
  const [title, name] = [titleOf(card, widget, place), nameOf(card, widget, place)];
  const values = card.asks === 'question' && shown.state === 'ready' ? (shown.values as QuestionValues) : undefined;
  const live = isPreview ? undefined : values;
  const tabled = shown.state === 'ready' && !isPreview && hasTable(card) ? shown : undefined;
  const isDrawn = shown.state === 'ready' && !isPreview && card.asks !== 'nothing';
  const explained = live && !isPicked ? explainedSubjects(live) : [];
  const changed = live && !isPicked ? explainedMetrics(live) : [];
  const actions = {
    onRefresh: options.hidesRefresh ? undefined : onRefresh,
    onExplain: explained.length > 0 ? () => setExplained(true) : undefined,
    onChanges: changed.length > 0 ? () => setChangeShown(true) : undefined,
    exploring: live && !isPicked && canExplore(live) ? live.question : undefined,
    onTable: tabled && onTable && card.type !== 'table' ? () => onTable(!isTable) : undefined,
    isTable,
    onCsv: tabled && (() => void saveCsv(name, card, widget, tabled.values)),
    onAnnotate: mayAdd && card.isOverTime && live?.answer ? () => setAnnotated(newestOf(live.answer!)) : undefined,
    onPng: isDrawn ? () => void savePng(name, root.current) : undefined,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Menus and panels close themselves; they are elsewhere on the page.
    if (event.key !== 'Escape' || event.defaultPrevented || !root.current?.contains(event.target as Node)) return;
    event.stopPropagation();
    onEscape?.();
  };
  const isOnWall = useIsOnWall();
  const menu =
    isOnWall || (isPreview && !controls) ? null : <CardMenu title={name} controls={controls} actions={actions} />;
  return (
    <article
      ref={merged}
      className={classes['frame']}
      aria-label={name}
      {...(takesFocus && { tabIndex: -1 })}
      aria-busy={shown.state === 'loading'}
      data-tone={scheme === 'dark' ? options.darkStyle : options.style}
      data-bare={title === null || undefined}
      {...(onEscape && { onKeyDown })}
    >
      <div className={classes['head']} data-drag-handle>
        {title !== null && (
          <div className={classes['titles']}>
            <h2 className={classes['title']} title={title}>
              {title}
            </h2>
            {options.subtitle && <div className={classes['subtitle']}>{options.subtitle}</div>}
          </div>
        )}
        {menu}
      </div>
      {trail}
      <CardBody
        card={card}
        widget={widget}
        shown={shown}
        isPreview={isPreview}
        isTable={isTable && tabled !== undefined}
        label={name}
        onRetry={onRefresh}
        onConfigure={controls?.onConfigure}
        onLeftOut={setLeftOut}
        onPick={onPick}
      />
      {shown.state === 'ready' && (
        <CardNotes
          values={shown.values}
          age={shown.age}
          readAt={shown.readAt}
          messages={leftOut === undefined ? shown.messages : [...shown.messages, leftOut]}
          completeness={shown.completeness}
          isStale={shown.isStale}
          showsAge={card.showsAge === true}
          isReserved={card.group === 'Numbers'}
        />
      )}
      {isChangeShown && live && changed.length > 0 && (
        <OpenedPart onClose={() => setChangeShown(false)}>
          <WhatChangedPanel name={name} values={live} metrics={changed} onClose={() => setChangeShown(false)} />
        </OpenedPart>
      )}
      {isExplained && live && explained.length > 0 && (
        <OpenedPart onClose={() => setExplained(false)}>
          <CardExplanation values={live} subjects={explained} onClose={() => setExplained(false)} />
        </OpenedPart>
      )}
      {annotated && (
        <OpenedPart onClose={() => setAnnotated(undefined)}>
          <AnnotationDialog initial={annotated} onClose={() => setAnnotated(undefined)} />
        </OpenedPart>
      )}
    </article>
  );
}

/** What a new annotation of a chart begins with. */
function newestOf(answer: Answer): NewAnnotation {
  return { startDate: newestDayOf(answer, Date.now()), locationId: onlyLocationOf(answer) };
}

/** Answers are rows anyway. */
function hasTable({ asks, table }: AnyCard): boolean {
  return asks === 'question' || table !== undefined;
}

async function saveCsv(
  name: string,
  card: AnyCard,
  widget: Widget,
  values: CardValues[keyof CardValues],
): Promise<void> {
  try {
    const { cardTable, saveTable } = await import('./card-table.ts');
    saveTable(name, cardTable(card, widget, values));
  } catch (error) {
    sayNotSaved(error, texts.csvFail);
  }
}

async function savePng(name: string, element: HTMLElement | null): Promise<void> {
  try {
    const { savePicture } = await import('./picture.ts');
    if (element) await savePicture(name, element);
  } catch (error) {
    sayNotSaved(error, texts.pngFail);
  }
}

function sayNotSaved(error: unknown, words: { title: string; text: string }): void {
  announce({ kind: 'toast', tone: 'danger', ...(isNotLoaded(error) ? uiTexts.notLoaded : words) });
}
