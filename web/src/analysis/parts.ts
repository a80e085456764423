// What the game page loads where analysis is opened.
export { AnalysisCard } from './analysis-card';
export { analysisRequest, fetchAnalysis, fetchReview } from './requests';
