:- module(proof, []).
