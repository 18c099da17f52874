import { partsText } from '@atrium/metrics/drill';
import type { Widget } from '@atrium/rules/dashboard';
import { mergedOptions } from '@atrium/rules/dashboard';
import { dataOptionsOf } from '@atrium/rules/widget-query';
import { type Ref, useMemo } from 'react';
import { cardQuery } from '../asking/card-query.ts';
import { useQuestion } from '../asking/use-question.ts';
import { CardFrame } from '../frame/CardFrame.tsx';
import type { Shown } from '../frame/CardBody.tsx';
import type { DashboardContextValue, WidgetControls } from '../frame/dashboard-context.ts';
import { periodText } from '../frame/title-of.ts';
import { SortsContext } from '../view/sorts.ts';
import { cardOf } from '../widgets/registry.ts';
import type { QuestionValues } from '../widgets/values.ts';
import type { Level } from './levels.ts';
import { Trail } from './Trail.tsx';
import { texts } from './texts.ts';
import { useDrill } from './use-drill.ts';

interface Props {
  ref: Ref<HTMLElement>;
  /** The card that was clicked. */
  widget: Widget;
  /** Null where it has none. */
  title: string | null;
  dashboard: DashboardContextValue;
  levels: readonly Level[];
  onLevels: (levels: readonly Level[]) => void;
  isVisible: boolean;
  controls: WidgetControls | undefined;
  onRefresh: () => void;
  isTable: boolean;
  onTable: (isTable: boolean) => void;
}

/** A card that shows one of its numbers in detail, in its own place. Nothing of it is saved, also not how its rows are sorted. */
export default function DrilledFrame(props: Props) {
  const { ref, widget, title, dashboard, levels, onLevels, isVisible, controls, ...view } = props;
  const level = levels.at(-1)!;
  const drilled = useMemo(() => drilledWidget(title, widget, level), [title, widget, level]);
  const context: DashboardContextValue = {
    ...dashboard,
    dateOverride: level.dateOverride,
    entityFilter: undefined,
    only: level.only,
  };
  const asked = useQuestion(drilled, context, isVisible);
  const isEmpty = level.partsOf !== undefined && asked.state === 'ready' && hasNoRows(asked.values);
  const shown: Shown = isEmpty ? { state: 'failed', message: texts.noParts } : asked;
  const drawn = cardOf(level.type)!;
  const onPick = useDrill(drawn, shown, (next) => onLevels([...levels, next]));
  const back = (count: number) => onLevels(levels.slice(0, count));
  return (
    <SortsContext value={null}>
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
    </SortsContext>
  );
}

/** The options that narrow an answer besides its question; an order and a limit belong to the rows of the card alone. */
const kept = ['countFilter', 'countApplication', 'include', 'meta'];

function drilledWidget(title: string | null, widget: Widget, { type, question, metaValue, partsOf }: Level): Widget {
  return {
    ...widget,
    widgetType: type,
    dataOptions: {
      ...Object.fromEntries(Object.entries(widget.dataOptions).filter(([name]) => kept.includes(name))),
      ...dataOptionsOf(question),
      ...(metaValue !== undefined && { metaValue }),
      ...(partsOf && { partsOf: partsText(partsOf) }),
    },
    clientOptions: mergedOptions(widget.clientOptions, {
      widgetOptions: { ...(title !== null && { title: { enable: true, text: title } }) },
    }),
  };
}

function hasNoRows({ answer, totals }: QuestionValues): boolean {
  return totals.length === 0 && (answer?.rows.length ?? 0) === 0;
}
