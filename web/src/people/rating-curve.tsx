// The curve of a rating: before the newest rated games, and after each.
import { getCurve } from '../api/accounts';
import { useAnswer } from '../api/use-answer';

const WIDTH = 300;
const HEIGHT = 60;
const RANGE_MIN = 100; // of ratings, from bottom to top

interface RatingCurveProps {
    name: string; // of the player
    category: string;
}

export function RatingCurve({ name, category }: RatingCurveProps) {
    const { answer } = useAnswer(`${name} ${category}`, (signal) =>
        getCurve(name, category, signal),
    );
    const ratings = answer ?? [];
    if (ratings.length < 3) return null;
    const low = Math.min(...ratings);
    const range = Math.max(RANGE_MIN, Math.max(...ratings) - low);
    const points = ratings.map((rating, i) => {
        const x = (i / (ratings.length - 1)) * WIDTH;
        return `${x.toFixed(1)} ${(HEIGHT * (1 - (rating - low) / range)).toFixed(1)}`;
    });
    const [first, last] = [0, ratings.length - 1].map((i) => Math.round(ratings[i]!));
    return (
        <svg
            class="rating-curve"
            viewBox={`0 -3 ${WIDTH} ${HEIGHT + 6}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`The rating after each game, from ${first} to ${last}`}
        >
            <path d={`M${points.join(' ')}`} />
        </svg>
    );
}
