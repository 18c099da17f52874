import { liveTraffic } from '@atrium/contract/live-traffic';
import { liveWall } from '@atrium/contract/live-wall';
import { getLocation } from '@atrium/contract/locations';
import { getSensor, getSensorImage } from '@atrium/contract/sensors';
import { getWeather } from '@atrium/contract/weather';
import { useState } from 'react';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AnyCard } from '../src/features/dashboards/widgets/definition.ts';
import { cardOf } from '../src/features/dashboards/widgets/registry.ts';
import type { CardValues } from '../src/features/dashboards/widgets/values.ts';
import {
  Asking,
  context,
  Drawn,
  leave,
  type Room,
  roomOf,
  show,
  sizes,
  widgetOf,
  withoutBorders,
} from './card-stage.tsx';
import { answer, refuse, sentTo } from './network.ts';
import { sampleId } from './sample.ts';
import { countOf } from './shown.ts';
import { answerEvents, reportLive, sentEvents } from './socket.ts';
import { look, see, settled } from './stage.ts';
import { press } from './steps.ts';

const types = [
  'realtime-value',
  'occupancy-status',
  'expected-wait',
  'gauge',
  'radial-gauge',
  'space-list',
  'map',
  'weather',
  'sensor-image',
  'datetime',
  'image',
  'text',
  'label',
  'link',
  'spacer',
] as const;
const cardNamed = (type: string): AnyCard => {
  const card = cardOf(type);
  if (!card) throw new Error(`There is no card ${type}.`);
  return card;
};
const cards = types.map(cardNamed);
const entityId = sampleId('spaceId');
const inSpace = { entityType: 'space', entityId };

const liveCard = cardNamed('realtime-value');
const liveWidget = widgetOf(liveCard, { ...inSpace, metrics: ['ins'] });
const id = (number: number) => sampleId('locationId', number);
const mapCircle = () => document.querySelector('circle[class*="place"]');
const gaugeCard = cardNamed('gauge');
const report = (ins: number) => reportLive(liveTraffic, { entityType: 'space', entityId, ins, isOpen: true });
const hour = (at: string, temperature: number) => ({ time: at, temperature, icon: 'rain', summary: 'Rain' }) as const;
/** Minutes ago, by a clock that is an hour behind. */
const behind = (minutes: number) => new Date(Date.now() - 3_600_000 - minutes * 60_000).toISOString();
const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

afterEach(() => {
  vi.useRealTimers();
  leave();
});
afterAll(leave);

/** Some of them at a time: a picture shows what fits the window. */
const parts = { first: cards.slice(0, 6), second: cards.slice(6) } as const;
type Part = keyof typeof parts;
const seen = { first: '42 places free · 65%', second: 'Partly cloudy' } as const;

function Gallery({ part, room }: { part: Part; room: (card: AnyCard) => Room }) {
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, alignItems: 'flex-start' }}>
      {parts[part].map((card) => (
        <Drawn key={card.type} card={card} room={room(card)} />
      ))}
    </div>
  );
}

function Refreshed() {
  const [refreshCount, setCount] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setCount(refreshCount + 1)}>
        Refresh
      </button>
      <Asking card={liveCard} widget={liveWidget} context={{ ...context, refreshCount }} />
      <Asking
        card={liveCard}
        widget={widgetOf(liveCard, { entityType: 'space', entityId: sampleId('other') })}

        isActive={false}
      />
    </>
  );
}

function Resized() {
  const [room, setRoom] = useState(roomOf(4, 6));
  return (
    <>
      <button type="button" onClick={() => setRoom(roomOf(6, 8))}>
        Larger
      </button>
      <Drawn card={gaugeCard} room={room} />
    </>
  );
}

describe.each(['first', 'second'] as const)('every card with its sample, %s part', (part) => {
  const shown = page.getByText(seen[part]).first();

  it('draws itself at the size of the gallery, in light and dark', async () => {
    show(<Gallery part={part} room={({ type }) => roomOf(sizes[type].width, sizes[type].height)} />);
    if (part === 'second') await see(page.getByText('Opening week'));
    await look(`cards-${part}`, shown);
    if (part === 'second') await expect.poll(countOf(page.getByRole('list', { name: 'Ins' }))).toBe(1);
  });

  it('draws itself at its least size', async () => {
    show(<Gallery part={part} room={({ type }) => roomOf(sizes[type].minWidth, sizes[type].minHeight)} />);
    await look(`cards-least-${part}`, page.getByText(part === 'first' ? seen.first : '64°F'));
    const spills = parts[part].filter(({ label, type }) => {
      const box = page.getByRole('article', { name: label, exact: true }).element().firstElementChild!;
      return type !== 'text' && type !== 'space-list' && box.scrollWidth > box.clientWidth + 1;
    });
    expect(spills.map(({ type }) => type)).toEqual([]);
  });

  it('draws itself on a wall screen', async () => {
    show(<Gallery part={part} room={() => ({ width: 420, height: 230 })} />);
    await look(`cards-wall-${part}`, shown);
  });
});

describe('a live card', () => {
  const [card, widget] = [liveCard, liveWidget];

  it('loads until a reading arrives, times out after 10 s, and a later reading takes that back', async () => {
    show(<Asking card={card} widget={widget} />);
    await see(page.getByText('loading', { exact: true }));
    await expect.poll(() => sentEvents(liveTraffic.events.subscribe)).toEqual([{ entityType: 'space', entityId }]);
    await see(page.getByText('timed-out'));
    await report(41);
    await see(page.getByText('ready'));
    await see(page.getByText('41', { exact: true }));
    await report(42);
    await see(page.getByText('42', { exact: true }));
  });

  it('[R1062] subscribes again when it is refreshed and keeps its number, and not at all while it is out of view', async () => {
    show(<Refreshed />);
    await report(7);
    await see(page.getByText('7', { exact: true }));
    await press('Refresh');
    await expect.poll(() => sentEvents(liveTraffic.events.unsubscribe)).toEqual([entityId]);
    expect(sentEvents(liveTraffic.events.subscribe)).toHaveLength(2);
    await settled();
    await see(page.getByText('7', { exact: true }));
    expect(page.getByText('loading', { exact: true }).elements()).toHaveLength(1);
    await report(8);
    await see(page.getByText('8', { exact: true }));
  });

  it('says why it is refused, and what to do without a place', async () => {
    show(<Asking card={card} widget={widgetOf(card)} />);
    await see(page.getByText('failed: Choose what this card shows in its settings.'));
    show(<Refreshed />);
    await expect.poll(() => sentEvents(liveTraffic.events.subscribe)).toHaveLength(1);
    answerEvents(() => ({ error: 'Your subscription does not include this.', code: 'not_found' }));
    await press('Refresh');
    await see(page.getByText('failed: Your subscription does not include this.'));
  });

  it('shows the place that the reader of the dashboard chose', async () => {
    const other = sampleId('chosen');
    const filter = { entityType: 'space', entityIds: [other] } as const;
    show(<Asking card={card} widget={widget} context={{ ...context, entityFilter: filter }} />);
    await expect
      .poll(() => sentEvents(liveTraffic.events.subscribe))
      .toEqual([{ entityType: 'space', entityId: other }]);
  });

  it('[R1063] is as old as its reading was when it arrived, whatever the clock of the device shows', async () => {
    show(<Asking card={card} widget={widget} />);
    const part = { entityType: 'space', entityId, isOpen: true } as const;
    await reportLive(liveTraffic, { ...part, ins: 41, asOf: behind(0), lastReadingAt: behind(1) });
    await see(page.getByText('Live', { exact: true }));
    await reportLive(liveTraffic, { ...part, ins: 42, asOf: behind(0), lastReadingAt: behind(31) });
    await see(page.getByText('Last reading 30 min ago'));
  });

  it('[R993] shows how full a space is, in steps of 5%, and how many places are free', async () => {
    const status = cardNamed('occupancy-status');
    show(<Asking card={status} widget={widgetOf(status, inSpace)} />);
    const part = { entityType: 'space', entityId, isOpen: true, maxCapacity: 120 } as const;
    await reportLive(liveTraffic, { ...part, occupancy: 119, percent: 99 });
    await see(page.getByText('1 place free · 99%'));
    expect(document.querySelector('[data-fill]')?.getAttribute('data-fill')).toBe('95');
    await reportLive(liveTraffic, { ...part, occupancy: 130, percent: 108 });
    await see(page.getByText('Full · 108%'));
    expect(document.querySelector('[data-fill]')?.getAttribute('data-fill')).toBe('100');
  });
});

describe('the last reading', () => {
  it('[R300] gives a gauge its size 500 ms after loading', async () => {
    show(<Resized />);
    const dial = page.getByRole('img', { name: 'Ins: 342 on a scale to 480' });
    await see(dial);
    const width = () => Number(dial.element().getAttribute('width'));
    const small = width();
    const since = performance.now();
    (page.getByRole('button', { name: 'Larger' }).element() as HTMLElement).click();
    expect(width()).toBe(small);
    await expect.poll(width, { interval: 20 }).toBe(roomOf(6, 8).width);
    expect(performance.now() - since).toBeGreaterThanOrEqual(500);
  });

  it('[R994] says how long people wait, in minutes that are rounded up', async () => {
    const card = cardNamed('expected-wait');
    show(<Drawn card={card} room={roomOf(6, 3)} />);
    await see(page.getByText('24 people in line'));
    expect(page.getByText('8 min').elements()).toHaveLength(1);
  });
});

describe('the weather card', () => {
  const card = cardNamed('weather');
  const locationId = sampleId('locationId');
  const weather = answer(getWeather, {
    currently: hour(soon(-1), 71),
    hourly: [hour(soon(-1), 50), ...[1, 2, 3, 4, 5].map((next) => hour(soon(next), 60 + next))],
    location: { name: 'Riverside' },
    provider: 'open-meteo',
  });
  const asked = { entityId: locationId, weatherInterval: 'hourly' };

  it('[R367] asks for nothing without a location', async () => {
    show(<Asking card={card} widget={widgetOf(card)} />);
    await see(page.getByText('failed: Choose a location in the settings.'));
    expect(sentTo(getWeather)).toHaveLength(0);
  });

  it('[R368] [R369] [R370] shows four hours to come; two cards make one call', async () => {
    show(
      <>
        <Asking card={card} widget={widgetOf(card, asked)} />
        <Asking card={card} widget={widgetOf(card, asked, { widgetOptions: { celsius: true } })} />
      </>,
      [weather, answer(getLocation)],
    );
    await see(page.getByText('71°F'));
    await see(page.getByText('22°C'));
    const hours = page.getByRole('list', { name: 'Next hours' }).first().getByRole('listitem');
    await expect.poll(countOf(hours)).toBe(4);
    await expect.element(hours.first()).toHaveTextContent('61°F');
    expect(sentTo(getWeather)).toHaveLength(1);
    expect(page.getByRole('link', { name: 'Open-Meteo' }).elements()).toHaveLength(2);
  });

  it('[R371] logs a failure without a toast', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    show(<Asking card={card} widget={widgetOf(card, asked)} />, [
      refuse(getWeather, 500, 'Weather is not set up.'),
      answer(getLocation),
    ]);
    await see(page.getByText('failed: Weather is not set up.'));
    expect(warn).toHaveBeenCalledWith('Unable to retrieve location weather', 'Weather is not set up.');
    expect(page.getByRole('alert').elements()).toHaveLength(0);
    warn.mockRestore();
  });
});

describe('places', () => {
  it('[R998] move with the mouse, while a finger scrolls the page', async () => {
    const card = cardNamed('map');
    show(<Drawn card={card} widget={widgetOf(card)} room={roomOf(6, 6)} isPreview={false} />);
    await see(page.getByRole('button', { name: 'Zoom in' }));
    const map = mapCircle()!.closest('svg')!;
    expect(getComputedStyle(map).touchAction).toContain('pan-y');
    map.setPointerCapture = () => undefined;
    const drag = (pointerType: string) => {
      const at = (clientX: number) => ({ pointerType, clientX, clientY: 100, bubbles: true });
      map.dispatchEvent(new PointerEvent('pointerdown', at(100)));
      map.dispatchEvent(new PointerEvent('pointermove', at(160)));
      map.dispatchEvent(new PointerEvent('pointerup', at(160)));
    };
    const before = Number(mapCircle()?.getAttribute('cx'));
    drag('touch');
    drag('mouse');
    await expect.poll(() => Number(mapCircle()?.getAttribute('cx'))).toBeCloseTo(before + 60, 0);
  });

  it('[R1066] get their borders on another try', async () => {
    const card = cardNamed('map');
    await withoutBorders(async () => {
      show(<Drawn card={card} widget={widgetOf(card)} room={roomOf(6, 6)} isPreview={false} />);
      await see(page.getByText('The borders of the world could not be loaded.'));
    });
    await press('Try again');
    await see(page.getByRole('button', { name: 'Zoom in' }));
  });

  it('are a live list of spaces', async () => {
    const card = cardNamed('space-list');
    show(<Asking card={card} widget={widgetOf(card)} />);
    await see(page.getByText('loading', { exact: true }));
    const space = {
      entityType: 'space',
      name: 'Hall',
      isOpen: true,
      occupancy: 30,
      maxCapacity: 100,
      percent: 30,
    } as const;
    const orgId = sampleId('orgId');
    await reportLive(liveWall, {
      entityType: 'organization',
      entityId: orgId,
      isWhole: true,
      rows: [
        { entityType: 'location', entityId: id(1), locationId: id(1), name: 'Store' },
        { ...space, entityId: id(2), locationId: id(1) },
      ],
    });
    const rows = page.getByRole('list', { name: 'Spaces' }).getByRole('listitem');
    await expect.poll(countOf(rows)).toBe(1);
    await expect.element(rows.first()).toHaveTextContent('30 inside');
    await expect.element(rows.first()).not.toHaveTextContent('Store');
    // Spaces of several locations may have the same name.
    await reportLive(liveWall, {
      entityType: 'organization',
      entityId: orgId,
      isWhole: false,
      gone: [],
      rows: [
        { entityType: 'location', entityId: id(3), locationId: id(3), name: 'Mall' },
        { ...space, entityId: id(4), locationId: id(3) },
      ],
    });
    await expect.poll(countOf(rows)).toBe(2);
    await see(page.getByRole('link', { name: /^Hall, Store/ }));
    await see(page.getByRole('link', { name: /^Hall, Mall/ }));
  });

  it('[R1110] are only those in sight of a long list of spaces', async () => {
    const card = cardNamed('space-list');
    const { rows: samples, ...rest } = card.sample as CardValues['places'];
    const rows = Array.from({ length: 500 }, (_, at) => ({ ...samples[0]!, entityId: id(at), name: `Hall ${at}` }));
    const values = { ...rest, rows };
    show(<Drawn card={card} widget={widgetOf(card)} room={roomOf(6, 6)} values={values} isPreview={false} />);
    const lines = page.getByRole('list', { name: 'Spaces' }).getByRole('listitem');
    await see(page.getByText('Hall 0', { exact: true }));
    expect(countOf(lines)()).toBeLessThan(20);
    lines
      .first()
      .element()
      .closest('div')!
      .scrollTo({ top: 500 * 64 });
    await see(page.getByText('Hall 499', { exact: true }));
  });

  it('[R999] have an image where a sensor delivers one', async () => {
    const card = cardNamed('sensor-image');
    const asked = { entityType: 'sensor', entityId: sampleId('sensorId') };
    show(<Asking card={card} widget={widgetOf(card, asked)} />, [
      refuse(getSensorImage, 404, 'This sensor has no image.'),
      answer(getSensor, { name: 'Main door' }),
    ]);
    await see(page.getByText('failed: This sensor has no image.'));
  });
});
