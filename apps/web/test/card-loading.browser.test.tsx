import { getDataQueue, getTraffic } from '@atrium/contract/data';
import { getKiosk } from '@atrium/contract/kiosk-links';
import { getOrganization } from '@atrium/contract/organizations';
import { notFinalText } from '@atrium/rules/import-file';
import { useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { type Notice, onNotice } from '../src/api/notices.ts';
import { ScopeContext } from '../src/api/scope.tsx';
import { pictureOf } from '../src/features/dashboards/frame/picture.ts';
import { CardFrame } from '../src/features/dashboards/frame/CardFrame.tsx';
import { OpenedPart } from '../src/features/dashboards/frame/OpenedPart.tsx';
import { WidgetFrame } from '../src/features/dashboards/frame/WidgetFrame.tsx';
import type { CardProps } from '../src/features/dashboards/widgets/definition.ts';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import { scopeOf } from '../src/features/kiosk-links/screen/scope-of.ts';
import { lazyPart } from '../src/ui/lazy-part.tsx';
import { fontFamily } from '../src/ui/theme/tokens.ts';
import { names, rowsOf } from './explore-records.ts';
import { answer, expectNow, refuse, sentTo, withhold } from './network.ts';
import { records } from './records.ts';
import { sample } from './sample.ts';
import { countOf } from './shown.ts';
import { see } from './stage.ts';
import { chooseAction, press, stopClock } from './steps.ts';
import { arrive, dashboard, leave, Room, scope, show, update, widgetOf } from './widget-stage.tsx';

const both = rowsOf(names, 7).map((row) => ({ ...row, sumouts: 3 }));
const calls = [...records, answer(getTraffic, { results: both, messages: [] })];
const chart = (metric: string) => page.getByRole('slider', { name: new RegExp(`^${metric}`) });
const alert = () => page.getByRole('main').getByRole('alert');

function frame(metrics: readonly string[], refreshCount = 0, relativeDate = 'past7days') {
  const widget = widgetOf('line', {
    dataOptions: { dataSourceType: 'traffic', entityType: 'location', metrics, relativeDate, dateGroupings: 'day' },
  });
  return (
    <Room widget={widget} height={160}>
      <WidgetFrame widget={widget} dashboard={{ ...dashboard, refreshCount }} isPreview={false} controls={undefined} />
    </Room>
  );
}

afterEach(leave);

const all = (count: number) => (
  <>
    {frame(['ins'], count)}
    {frame(['outs'], count)}
    {frame(['outs'], count, 'yesterday')}
  </>
);
const asked = () =>
  sentTo(getTraffic)
    .map(({ query }) => `${query['relativeDate']} ${query['metrics']}`)
    .toSorted();

it('[R1080] a card whose values are not final says so beside them, apart from its notes', async () => {
  const messages = [notFinalText('pos'), 'There is no location with Region East.'];
  show(frame(['ins']), [...records, answer(getTraffic, { results: both, messages })]);
  await see(chart('Ins'));
  await see(page.getByText(notFinalText('pos')));
  await see(page.getByRole('button', { name: '1 note' }));
});

describe('cards whose questions differ only in metrics', () => {
  it('[R1054] make one call, also when they are loaded again', async () => {
    show(all(0), calls);
    await see(chart('Ins'));
    await expect.poll(countOf(chart('Outs'))).toBe(2);
    expect(asked()).toEqual(['past7days ins,outs', 'yesterday outs']);
    update(all(1));
    await expect.poll(asked).toEqual(['past7days ins,outs', 'past7days ins,outs', 'yesterday outs', 'yesterday outs']);
  });

  it('[R1054] are asked one by one when the common call is refused', async () => {
    show(
      <>
        {frame(['ins'])}
        {frame(['outs'])}
      </>,
      [...calls, refuse(getTraffic, 400, 'Not this one.')],
    );
    await expect.poll(countOf(alert())).toBe(2);
    expect(sentTo(getTraffic).map(({ query }) => query['metrics'])).toEqual(['ins,outs', 'ins', 'outs']);
  });
});

describe('a card whose answer takes its time', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('[R1162] says after some seconds how many questions wait, and can stop waiting', async () => {
    stopClock();
    const queue = answer(getDataQueue, { running: 2, waiting: 3 });
    show(frame(['ins']), [...calls, withhold(getTraffic), queue]);
    await arrive(() => sentTo(getTraffic).length === 1);
    await vi.advanceTimersByTimeAsync(2_900);
    expect(sentTo(getDataQueue)).toEqual([]);
    const text = 'Working on it… 3 s. 3 questions of your organization are waiting.';
    await arrive(() => page.getByText(text).elements().length === 1);
    vi.useRealTimers();
    await press('Stop');
    await see(page.getByText('You stopped this question before it was answered.'));
    expect(sentTo(getTraffic)[0]?.isAborted()).toBe(true);
    expectNow(calls.at(-1)!);
    await press('Ask again');
    await see(chart('Ins'));
  });

  it('[R1162] has nothing to stop on a wall screen', async () => {
    stopClock();
    const kiosk = sample(getKiosk.reply);
    kiosk.organization.capabilities = ['canViewTraffic'];
    const { wall } = scopeOf(kiosk);
    const screen = <ScopeContext value={{ ...scope, wall: wall! }}>{frame(['ins'])}</ScopeContext>;
    show(screen, [...calls, withhold(getTraffic)]);
    await arrive(() => sentTo(getTraffic).length === 1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(page.getByRole('button', { name: 'Stop' }).elements()).toEqual([]);
    expect(sentTo(getDataQueue)).toEqual([]);
  });

  it('[R1163] asks again after a pause when too many questions wait, instead of failing', async () => {
    stopClock();
    const message = 'Too many queries from your organization are waiting. Try again in a moment.';
    show(frame(['ins']), [...calls, refuse(getTraffic, 429, message)]);
    await arrive(() => sentTo(getTraffic).length === 1);
    await vi.advanceTimersByTimeAsync(300);
    expect(sentTo(getTraffic).length).toBe(1);
    await vi.advanceTimersByTimeAsync(1_300);
    await arrive(() => sentTo(getTraffic).length === 2);
    expect(alert().elements()).toEqual([]);
    expectNow(calls.at(-1)!);
    await vi.advanceTimersByTimeAsync(3_000);
    await arrive(() => chart('Ins').elements().length > 0);
    expect(sentTo(getTraffic).length).toBe(3);
  });

  it('[R1163] fails after six more tries, which a reader can begin again', async () => {
    stopClock();
    show(frame(['ins']), [...calls, refuse(getTraffic, 429, 'Too many.')]);
    for (let tries = 1; tries <= 7; tries += 1) {
      await arrive(() => sentTo(getTraffic).length === tries);
      if (tries < 7) await vi.advanceTimersByTimeAsync(2 ** (tries - 1) * 1_500);
    }
    await arrive(() => alert().elements().length === 1);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sentTo(getTraffic)).toHaveLength(7);
    vi.useRealTimers();
    expectNow(calls.at(-1)!);
    await press('Try again');
    await see(chart('Ins'));
  });
});

it('[R1066] one try again asks for the organization too, and all cards show their values', async () => {
  show(all(0), [...calls, refuse(getOrganization, 409, 'No organization.')]);
  await expect.poll(countOf(page.getByText('No organization.'))).toBe(3);
  expectNow(...records);
  await press('Try again');
  await see(chart('Ins'));
  await expect.poll(countOf(chart('Outs'))).toBe(2);
  expect(sentTo(getOrganization)).toHaveLength(2);
});

it('[R1066] a refresh of the dashboard asks for the organization too, once', async () => {
  show(all(0), [...calls, refuse(getOrganization, 409, 'No organization.')]);
  await expect.poll(countOf(page.getByText('No organization.'))).toBe(3);
  expectNow(...records);
  update(all(1));
  await see(chart('Ins'));
  expect(sentTo(getOrganization)).toHaveLength(2);
});

describe('a card whose script does not arrive', () => {
  const lost = new TypeError('Failed to fetch dynamically imported module');
  const label = cardOf('label')!;
  /** Each has a script of its own, which arrives after a number of tries. */
  const late = (type: string, missing: number) => {
    let tries = 0;
    const load = async () => {
      tries += 1;
      if (tries <= missing) throw lost;
      return label.load();
    };
    return { ...label, type, load } as never as typeof label;
  };
  const ready = { state: 'ready', values: undefined, isStale: false, messages: [], completeness: null } as const;
  const framed = (card: typeof label, text = 'Ground floor', values?: unknown) => {
    const widget = widgetOf('label', { clientOptions: { widgetOptions: { label: text } } });
    const shown = { ...ready, values } as typeof ready;
    return (
      <Room widget={widget} height={160}>
        <CardFrame card={card} widget={widget} shown={shown} isPreview={false} controls={undefined} />
      </Room>
    );
  };
  let heard: Notice[] = [];
  let stop: (() => void) | undefined;
  beforeEach(() => {
    heard = [];
    stop = onNotice((notice) => heard.push(notice));
  });
  afterEach(() => stop?.());

  it('[R991] is drawn on another try', async () => {
    show(framed(late('late', 1)), records);
    await see(page.getByText('A part of Atrium could not be loaded.'));
    await press('Try again', alert());
    await see(page.getByText('Ground floor'));
    expect(heard).toEqual([]);
  });

  it('[R991] loads the page again when another try does not help', async () => {
    show(framed(late('lost', 2)), records);
    await press('Try again', alert());
    await expect.poll(() => heard).toEqual([{ kind: 'reload' }]);
    await press('Try again', alert());
    await see(page.getByText('Ground floor'));
  });

  it('[R1028] loads a wall screen again on its own', async () => {
    const { wall } = scopeOf(sample(getKiosk.reply));
    show(<ScopeContext value={{ ...scope, wall: wall! }}>{framed(late('on-a-wall', 1))}</ScopeContext>, records);
    await see(page.getByText('A part of Atrium could not be loaded.'));
    expect(heard).toEqual([{ kind: 'reload' }]);
    expect(alert().getByRole('button').elements()).toHaveLength(0);
  });

  it('[R991] leaves other cards of its type alone when it cannot draw its values', async () => {
    let mounts = 0;
    const Fussy = ({ values, widget }: CardProps) => {
      if (values !== undefined) throw new Error('undrawable');
      useEffect(() => {
        mounts += 1;
      }, []);
      return <p>{JSON.stringify(widget.clientOptions)}</p>;
    };
    const fussy = { ...label, type: 'fussy', load: async () => ({ default: Fussy }) } as never as typeof label;
    const floors = (values: unknown) => (
      <>
        {framed(fussy, 'Upstairs')}
        {framed(fussy, 'Downstairs', values)}
      </>
    );
    show(floors(undefined), records);
    await see(page.getByText('Downstairs'));
    await expect.poll(() => mounts).toBe(2);
    update(floors({}));
    await see(page.getByText('This card cannot be drawn.'));
    update(floors({}));
    await see(page.getByText('Upstairs'));
    update(floors(undefined));
    await see(page.getByText('Downstairs'));
    await expect.poll(() => mounts).toBe(3);
  });

  it('[R992] says so when it is a panel that was opened, and closes it', async () => {
    let tries = 0;
    const Panel = lazyPart(async () => {
      tries += 1;
      if (tries === 1) throw lost;
      return { default: () => <p>The panel</p> };
    });
    const onClose = vi.fn<() => void>();
    const opened = (turn: number) => (
      <OpenedPart key={turn} onClose={onClose}>
        <Panel />
      </OpenedPart>
    );
    show(opened(1), records);
    await expect.poll(() => onClose.mock.calls.length).toBe(1);
    expect(heard).toEqual([expect.objectContaining({ kind: 'toast', title: 'Could not load' })]);
    await see(page.getByRole('heading', { name: 'Cards' }));
    update(opened(2));
    await see(page.getByText('The panel'));
  });
});

it('[R991] a card whose options make it fail keeps its place beside the others', async () => {
  const unreadable = widgetOf('line', {
    // Nothing that a server sends.
    dataOptions: { limit: 10n },
    clientOptions: { widgetOptions: { title: { enable: true, text: 'Odd one' } } },
  });
  const controls = { onConfigure: () => {}, onDuplicate: () => {}, onRemove: () => {} };
  show(
    <>
      <Room widget={unreadable} height={160}>
        <WidgetFrame widget={unreadable} dashboard={dashboard} isPreview={false} controls={controls} />
      </Room>
      {frame(['ins'])}
    </>,
    calls,
  );
  await see(chart('Ins'));
  await see(alert().getByText('This card cannot be drawn.'));
  await chooseAction('Settings', 'Actions of Odd one');
});

it('[R1055] the picture of a card has the font of the app', async () => {
  show(<p id="words">Wiggly Ωmega illi WWW</p>, []);
  await see(page.getByText('Wiggly'));
  const element = document.getElementById('words')!;
  element.style.cssText = `font: 40px ${fontFamily}; margin: 0; width: 800px; color: black; background: white`;
  await document.fonts.load(`40px ${fontFamily}`, element.textContent);
  const range = document.createRange();
  range.selectNodeContents(element);
  const { width } = range.getBoundingClientRect();
  const differenceTo = async () => inkEnd(await createImageBitmap(await pictureOf(element))) / 2 - width;
  await expect.poll(async () => Math.abs(await differenceTo())).toBeLessThan(4);
});

/** The last column that is dark. */
function inkEnd(image: ImageBitmap): number {
  const canvas = document.createElement('canvas');
  canvas.width = image.width;
  canvas.height = image.height;
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let end = 0;
  for (let at = 0; at < data.length; at += 4)
    if (data[at]! < 128 && data[at + 3]! > 128) end = Math.max(end, (at / 4) % image.width);
  return end;
}
