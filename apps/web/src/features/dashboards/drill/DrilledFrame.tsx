import type { Options, Widget } from '@atrium/rules/dashboard';
import { mergedOptions } from '@atrium/rules/dashboard';
import { dataOptionsOf } from '@atrium/rules/widget-query';
import { type Ref, useMemo } from 'react';
import { cardQuery } from '../asking/card-query.ts';
import { useQuestion } from '../asking/use-question.ts';
import { CardFrame } from '../frame/CardFrame.tsx';
import type { Shown } from '../frame/CardBody.tsx';
import type { DashboardContextValue, WidgetControls } from '../frame/dashboard-context.ts';
import { periodText, titleOf } from '../frame/title-of.ts';
import type { AnyCard } from '../widgets/definition.ts';
import { cardOf } from '../widgets/registry.ts';
import type { QuestionValues } from '../widgets/values.ts';
import type { Level } from './levels.ts';
import { Trail } from './Trail.tsx';
import { texts } from './texts.ts';
import { useDrill } from './use-drill.ts';
import { type Counted, useParts } from './use-parts.ts';

interface Props {
  ref: Ref<HTMLElement>;
  /** The card that was clicked. */
  card: AnyCard;
  widget: Widget;
  dashboard: DashboardContextValue;
  levels: readonly Level[];
  onLevels: (levels: readonly Level[]) => void;
  isVisible: boolean;
  controls: WidgetControls | undefined;
  onRefresh: () => void;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

/** A card that shows one of its numbers in detail, in its own place. Nothing of it is saved. */
export default function DrilledFrame(props: Props) {
  const { ref, card, widget, dashboard, levels, onLevels, isVisible, controls, ...view } = props;
  const level = levels.at(-1)!;
  const own = useMemo(() => countedIn(widget.dataOptions), [widget.dataOptions]);
  const parts = useParts(level, own, dashboard.refreshCount);
  const question = parts.state === 'ready' ? parts.question : level.question;
  const isEmpty = level.partsOf !== undefined && parts.state === 'ready' && question.entityIds.length === 0;
  const drilled = useMemo(() => drilledWidget(card, widget, level, question), [card, widget, level, question]);
  const context: DashboardContextValue = {
    ...dashboard,
    dateOverride: level.dateOverride,
    entityFilter: undefined,
    only: level.only,
  };
  const asked = useQuestion(drilled, context, isVisible && parts.state === 'ready' && !isEmpty);
  const shown: Shown = parts.state === 'failed' ? parts : isEmpty ? { state: 'failed', message: texts.noParts } : asked;
  const drawn = cardOf(level.type)!;
  const onPick = useDrill(drawn, shown, (next) => onLevels([...levels, next]));
  const back = (count: number) => onLevels(levels.slice(0, count));
  return (
    <CardFrame
      ref={ref}
      card={drawn}
      widget={drilled}
      shown={shown}
      isPreview={false}
      controls={controls}
      {...view}
      onPick={onPick}
      isPicked={level.only !== undefined}
      onEscape={() => back(levels.length - 1)}
      trail={
        <Trail
          key={levels.length}
          labels={[periodText(cardQuery(widget, {}).question.period), ...levels.map(({ label }) => label)]}
          onBack={back}
        />
      }
    />
  );
}

/** The options that narrow an answer besides its question; an order and a limit belong to the rows of the card alone. */
const kept = ['countFilter', 'countApplication', 'metaValue', 'include', 'meta'];

function drilledWidget(card: AnyCard, widget: Widget, level: Level, question: QuestionValues['question']): Widget {
  const { type, metaValue } = level;
  const title = titleOf(card, widget);
  return {
    ...widget,
    widgetType: type,
    dataOptions: {
      ...Object.fromEntries(Object.entries(widget.dataOptions).filter(([name]) => kept.includes(name))),
      ...dataOptionsOf(question),
      ...(metaValue !== undefined && { metaValue }),
    },
    clientOptions: mergedOptions(widget.clientOptions, {
      widgetOptions: { ...(title !== null && { title: { enable: true, text: title } }) },
    }),
  };
}

function countedIn({ countApplication, countFilter }: Options): Counted {
  const application = wholeNumber(countApplication);
  return { ...(application !== undefined && { application }), hasFilter: wholeNumber(countFilter) !== undefined };
}

function wholeNumber(value: unknown): number | undefined {
  const number = value === null || value === undefined || value === '' ? Number.NaN : Number(value);
  return Number.isSafeInteger(number) ? number : undefined;
}
