/** What can be heard. */
export type BoardEvent = 'place' | 'move' | 'capture' | 'mill' | 'refused' | 'turn' | 'over'

/** Sounds are made here instead of loaded: wood on wood, and a few notes of a marimba. Times are in seconds. */
let context: AudioContext | undefined
let noise: AudioBuffer | undefined

/** @param delay seconds from now */
export async function playSound(event: BoardEvent, delay = 0): Promise<void> {
  try {
    context ??= new AudioContext()
    // Browsers suspend it until the reader has touched the page.
    if (context.state === 'suspended') await context.resume()
    SOUNDS[event](context, context.currentTime + 0.01 + delay)
  } catch {
    // No audio device: the game goes on in silence.
  }
}

type Sound = (audio: AudioContext, at: number) => void

const SOUNDS: Record<BoardEvent, Sound> = {
  place: (audio, at) => knock(audio, at, 1250, 0.5),
  move: (audio, at) => {
    slide(audio, at)
    knock(audio, at + 0.12, 950, 0.38)
  },
  capture: (audio, at) => {
    knock(audio, at, 700, 0.42)
    knock(audio, at + 0.09, 480, 0.34)
  },
  mill: (audio, at) => {
    knock(audio, at, 1250, 0.5)
    note(audio, at + 0.06, 659.3, 0.16)
    note(audio, at + 0.16, 987.8, 0.14)
  },
  refused: (audio, at) => knock(audio, at, 260, 0.3),
  turn: (audio, at) => {
    note(audio, at, 523.3, 0.14)
    note(audio, at + 0.13, 784, 0.12)
  },
  over: (audio, at) => {
    for (const [n, pitch] of [523.3, 659.3, 784, 1046.5].entries()) note(audio, at + n * 0.15, pitch, 0.13)
  },
}

/** A sound that begins at once and fades away. */
function fading(audio: AudioContext, at: number, volume: number, length: number): GainNode {
  const gain = audio.createGain()
  gain.gain.setValueAtTime(0.0001, at)
  gain.gain.exponentialRampToValueAtTime(volume, at + 0.004)
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length)
  gain.connect(audio.destination)
  return gain
}

function rustle(audio: AudioContext, at: number, length: number): AudioBufferSourceNode {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate)
    const samples = noise.getChannelData(0)
    for (let n = 0; n < samples.length; n++) samples[n] = Math.random() * 2 - 1
  }
  const source = audio.createBufferSource()
  source.buffer = noise
  source.start(at)
  source.stop(at + length)
  return source
}

/** Lets through what is near a pitch. */
function filtered(source: AudioNode, pitch: number, width: number): AudioNode {
  const filter = new BiquadFilterNode(source.context, { type: 'bandpass', frequency: pitch, Q: width })
  return source.connect(filter)
}

/** Wood on wood: a short burst of noise around the pitch, and a dull thud below it. */
function knock(audio: AudioContext, at: number, pitch: number, volume: number): void {
  filtered(rustle(audio, at, 0.08), pitch, 2.2).connect(fading(audio, at, volume, 0.06))
  tone(audio, at, pitch / 6, volume * 0.5, 0.11)
}

function slide(audio: AudioContext, at: number): void {
  filtered(rustle(audio, at, 0.16), 1800, 0.8).connect(fading(audio, at, 0.05, 0.15))
}

/** A bar of a marimba: its pitch, and its fourth partial, which fades sooner. */
function note(audio: AudioContext, at: number, pitch: number, volume: number): void {
  tone(audio, at, pitch, volume, 0.55)
  tone(audio, at, pitch * 4, volume * 0.16, 0.12)
}

function tone(audio: AudioContext, at: number, pitch: number, volume: number, length: number): void {
  const oscillator = audio.createOscillator()
  oscillator.frequency.value = pitch
  oscillator.connect(fading(audio, at, volume, length))
  oscillator.start(at)
  oscillator.stop(at + length)
}
