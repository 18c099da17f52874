import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { useComputedColorScheme } from '@mantine/core';
import { lazy, type Ref, Suspense, useRef, useState } from 'react';
import type { Subject } from '../../../analytics/question/answer.ts';
import { useMergedRef } from '@mantine/hooks';
import { announce } from '../../../api/notices.ts';
import type { AnyCard } from '../widgets/definition.ts';
import type { QuestionValues } from '../widgets/values.ts';
import { CardBody, type Shown } from './CardBody.tsx';
import { CardMenu } from './CardMenu.tsx';
import { CardNotes } from './CardNotes.tsx';
import type { WidgetControls } from './dashboard-context.ts';
import classes from './frame.module.css';
import { texts } from './texts.ts';
import { nameOf, titleOf } from './title-of.ts';

const CardExplanation = lazy(() => import('./CardExplanation.tsx'));

interface Props {
  ref?: Ref<HTMLElement>;
  card: AnyCard;
  widget: Widget;
  shown: Shown;
  isPreview: boolean;
  controls: WidgetControls | undefined;
  onRefresh?: (() => void) | undefined;
}

/** The title of a card with its menu, what it shows, and how sure that is. */
export function CardFrame({ ref, card, widget, shown, isPreview, controls, onRefresh }: Props) {
  const options = widgetOptionsOf(widget.clientOptions);
  const [isTable, setTable] = useState(false);
  const [isExplained, setExplained] = useState(false);
  const root = useRef<HTMLElement>(null);
  const merged = useMergedRef(root, ref);
  const scheme = useComputedColorScheme();
  const [title, name] = [titleOf(card, widget), nameOf(card, widget)];
  const values = card.asks === 'question' && shown.state === 'ready' ? (shown.values as QuestionValues) : undefined;
  const live = isPreview ? undefined : values;
  const isDrawn = shown.state === 'ready' && !isPreview && card.asks !== 'nothing';
  const actions = {
    onRefresh: options.hidesRefresh ? undefined : onRefresh,
    onExplain: live && subjectsOf(live).length > 0 ? () => setExplained(true) : undefined,
    onTable: live && card.type !== 'table' ? () => setTable(!isTable) : undefined,
    isTable,
    onCsv: live && (() => void saveCsv(name, widget, live)),
    onPng: isDrawn ? () => void savePng(name, root.current) : undefined,
  };
  const menu = isPreview && !controls ? null : <CardMenu title={name} controls={controls} actions={actions} />;
  return (
    <article
      ref={merged}
      className={classes['frame']}
      aria-label={name}
      aria-busy={shown.state === 'loading'}
      data-tone={scheme === 'dark' ? options.darkStyle : options.style}
      data-bare={title === null || undefined}
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
      <CardBody
        card={card}
        widget={widget}
        shown={shown}
        isPreview={isPreview}
        table={isTable ? live : undefined}
        label={name}
        onRetry={onRefresh}
        onConfigure={controls?.onConfigure}
      />
      {shown.state === 'ready' && (
        <CardNotes
          values={shown.values}
          messages={shown.messages}
          completeness={shown.completeness}
          isStale={shown.isStale}
        />
      )}
      {isExplained && live && (
        <Suspense>
          <CardExplanation values={live} subjects={subjectsOf(live)} onClose={() => setExplained(false)} />
        </Suspense>
      )}
    </article>
  );
}

function subjectsOf({ answer, totals }: QuestionValues): readonly Subject[] {
  return answer ? answer.subjects : totals;
}

async function saveCsv(name: string, widget: Widget, values: QuestionValues): Promise<void> {
  const { cardTable, saveTable } = await import('./card-table.ts');
  saveTable(name, cardTable(widget, values));
}

async function savePng(name: string, element: HTMLElement | null): Promise<void> {
  const { savePicture } = await import('./picture.ts');
  try {
    if (element) await savePicture(name, element);
  } catch {
    announce({ kind: 'toast', tone: 'danger', ...texts.pngFail });
  }
}
