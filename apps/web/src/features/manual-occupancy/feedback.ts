import { useEffect } from 'react';

const vibrationMs = 10;
const clickSeconds = 0.03;
const clickHertz = 880;
let sound: AudioContext | undefined;

/** A press can be heard and felt, where the device can do that. */
export function feedBack(): void {
  if ('vibrate' in navigator) navigator.vibrate(vibrationMs);
  try {
    sound ??= new AudioContext();
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = clickHertz;
    volume.gain.setValueAtTime(0.2, sound.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + clickSeconds);
    tone.connect(volume).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + clickSeconds);
  } catch {
    // Without sound it counts as well.
  }
}

/** The screen stays on while the page is shown. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const request = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
      // Refused on a low battery, for one; the page works without it.
      const held = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) void held?.release();
      else lock = held;
    };
    const again = () => void request();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void lock?.release();
    };
  }, []);
}
