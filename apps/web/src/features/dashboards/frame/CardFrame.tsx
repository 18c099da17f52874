import type { Picked } from '../../../analytics/question/drill-point.ts';
import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, type Ref, use, useEffect, useRef, useState } from 'react';
import type { NewAnnotation } from '../../../analytics/annotations/AnnotationDialog.tsx';
import { newestDayOf, onlyLocationOf } from '../../../analytics/annotations/answer-annotations.ts';
import { useMayAnnotate } from '../../../analytics/annotations/use-may-annotate.ts';
import type { Answer, Subject } from '../../../analytics/question/answer.ts';
import { useMergedRef } from '@mantine/hooks';
import { announce } from '../../../api/notices.ts';
import { ScopeContext } from '../../../api/scope.tsx';
import { isNotLoaded } from '../../../ui/chunk-load-error.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { texts as uiTexts } from '../../../ui/texts.ts';
import { explainedMetrics } from '../changes/explained-metrics.ts';
import type { AnyCard } from '../widgets/definition.ts';
import type { QuestionValues } from '../widgets/values.ts';
import { CardBody, type Shown } from './CardBody.tsx';
import { CardMenu } from './CardMenu.tsx';
import { CardNotes } from './CardNotes.tsx';
import type { WidgetControls } from './dashboard-context.ts';
import classes from './frame.module.css';
import { OpenedPart } from './OpenedPart.tsx';
import { texts } from './texts.ts';
import { nameOf, titleOf } from './title-of.ts';

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
  const [isChangeShown, setChangeShown] = useState(false);
  const root = useRef<HTMLElement>(null);
  const merged = useMergedRef(root, ref);
  const scheme = useComputedColorScheme();
  useEffect(() => {
    if (takesFocus) root.current?.focus({ preventScroll: true });
  }, [takesFocus]);
  const [title, name] = [titleOf(card, widget), nameOf(card, widget)];
  const values = card.asks === 'question' && shown.state === 'ready' ? (shown.values as QuestionValues) : undefined;
  const live = isPreview ? undefined : values;
  const isDrawn = shown.state === 'ready' && !isPreview && card.asks !== 'nothing';
  const changed = live && !isPicked ? explainedMetrics(live) : [];
  const actions = {
    onRefresh: options.hidesRefresh ? undefined : onRefresh,
    onExplain: live && !isPicked && subjectsOf(live).length > 0 ? () => setExplained(true) : undefined,
    onChanges: changed.length > 0 ? () => setChangeShown(true) : undefined,
    exploring: live && !isPicked && isWhole(live) ? live.question : undefined,
    onTable: live && onTable && card.type !== 'table' ? () => onTable(!isTable) : undefined,
    isTable,
    onCsv: live && (() => void saveCsv(name, widget, live)),
    onAnnotate: mayAdd && card.isOverTime && live?.answer ? () => setAnnotated(newestOf(live.answer!)) : undefined,
    onPng: isDrawn ? () => void savePng(name, root.current) : undefined,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Menus and panels close themselves; they are elsewhere on the page.
    if (event.key !== 'Escape' || event.defaultPrevented || !root.current?.contains(event.target as Node)) return;
    event.stopPropagation();
    onEscape?.();
  };
  const isOnWall = use(ScopeContext)?.wall !== undefined;
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
        table={isTable ? live : undefined}
        label={name}
        onRetry={onRefresh}
        onConfigure={controls?.onConfigure}
        onPick={onPick}
      />
      {shown.state === 'ready' && (
        <CardNotes
          values={shown.values}
          messages={shown.messages}
          completeness={shown.completeness}
          isStale={shown.isStale}
        />
      )}
      {isChangeShown && live && changed.length > 0 && (
        <OpenedPart onClose={() => setChangeShown(false)}>
          <WhatChangedPanel name={name} values={live} metrics={changed} onClose={() => setChangeShown(false)} />
        </OpenedPart>
      )}
      {isExplained && live && (
        <OpenedPart onClose={() => setExplained(false)}>
          <CardExplanation values={live} subjects={subjectsOf(live)} onClose={() => setExplained(false)} />
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

/** Options of the call that Explore does not have. */
const beyondExplore = ['dateOverride', 'countFilter', 'countApplication', 'metaValue'];

function isWhole({ more }: QuestionValues): boolean {
  return beyondExplore.every((name) => more[name] === undefined);
}

/** What a new annotation of a chart begins with. */
function newestOf(answer: Answer): NewAnnotation {
  return { startDate: newestDayOf(answer, Date.now()), locationId: onlyLocationOf(answer) };
}

function subjectsOf({ answer, totals }: QuestionValues): readonly Subject[] {
  return answer ? answer.subjects : totals;
}

async function saveCsv(name: string, widget: Widget, values: QuestionValues): Promise<void> {
  try {
    const { cardTable, saveTable } = await import('./card-table.ts');
    saveTable(name, cardTable(widget, values));
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
