import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { type Fingers, type MapView, moved, pinched } from './view.ts';

interface Drag {
  onPointerDown: (event: PointerEvent<SVGSVGElement>) => void;
  onPointerMove: (event: PointerEvent<SVGSVGElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
  onPointerLeave: () => void;
}

/** Moves a map with the mouse or a pen, and moves and zooms it with two fingers. One finger scrolls the page past it. */
export function useDrag(
  view: MapView,
  onMove: (view: MapView) => void,
): [map: RefObject<SVGSVGElement | null>, handlers: Drag] {
  const start = useRef<{ x: number; y: number; view: MapView } | null>(null);
  const end = () => {
    start.current = null;
  };
  const map = usePinch(view, onMove);
  const handlers: Drag = {
    onPointerDown: (event) => {
      if (event.pointerType === 'touch') return;
      start.current = { x: event.clientX, y: event.clientY, view };
    },
    onPointerMove: ({ currentTarget, pointerId, clientX, clientY }) => {
      const { current } = start;
      if (!current) return;
      const [x, y] = [clientX - current.x, clientY - current.y];
      if (!currentTarget.hasPointerCapture(pointerId)) {
        if (Math.hypot(x, y) < clickReach) return;
        // Until then it may be a click on a place; captured, it is none.
        currentTarget.setPointerCapture(pointerId);
      }
      onMove(moved(current.view, x, y));
    },
    onPointerUp: end,
    onPointerCancel: end,
    // What is captured does not leave.
    onPointerLeave: end,
  };
  return [map, handlers];
}

/** A hand that clicks is not quite still. */
const clickReach = 4;

const touches = ['touchstart', 'touchmove', 'touchend', 'touchcancel'] as const;

/** With listeners that may keep the page from scrolling, which those of React may not. */
function usePinch(view: MapView, onMove: (view: MapView) => void): RefObject<SVGSVGElement | null> {
  const map = useRef<SVGSVGElement>(null);
  const start = useRef<{ fingers: Fingers; view: MapView } | null>(null);
  const onTouch = useEffectEvent((event: TouchEvent) => {
    const fingers = fingersOn(event.currentTarget as SVGSVGElement, event.targetTouches);
    if (fingers && event.cancelable) event.preventDefault();
    if (event.type !== 'touchmove') start.current = fingers ? { fingers, view } : null;
    else if (fingers && start.current) onMove(pinched(start.current.view, start.current.fingers, fingers));
  });
  useEffect(() => {
    const { current } = map;
    const listen = (event: TouchEvent) => onTouch(event);
    for (const type of touches) current?.addEventListener(type, listen, { passive: false });
    return () => {
      for (const type of touches) current?.removeEventListener(type, listen);
    };
  }, []);
  return map;
}

/** Undefined unless there are two of them. */
function fingersOn(map: SVGSVGElement, { 0: one, 1: other, length }: TouchList): Fingers | undefined {
  if (!one || !other || length > 2) return undefined;
  const { left, top, width, height } = map.getBoundingClientRect();
  return {
    x: (one.clientX + other.clientX) / 2 - left - width / 2,
    y: (one.clientY + other.clientY) / 2 - top - height / 2,
    distance: Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY),
  };
}
